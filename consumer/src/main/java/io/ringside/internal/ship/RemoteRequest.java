package io.ringside.internal.ship;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.ship.LinkMessage.Acknowledgement;
import io.ringside.internal.ship.LinkMessage.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** Asks other hosts to run a command, and gathers what has become of it. Stateless. */
public final class RemoteRequest {
    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(100);
    /** Hosts that are listed: anybody can name some. */
    private static final int HOSTS_MAX = 10_000;

    private RemoteRequest() {}

    /**
     * What a host has made of the request.
     *
     * @param host   its name
     * @param state  whether it has run the command
     * @param detail what it has said; empty if it is silent
     */
    public record Answer(String host, State state, String detail) {}

    /** What a host can make of a request. */
    public enum State {
        /** The command has succeeded. */
        DONE,
        /** It was not run: it is not allowed there. */
        REFUSED,
        /** It has failed. */
        FAILED,
        /** Nothing was heard of the host in time: it may have been run, or not. */
        SILENT
    }

    /**
     * Ask, and wait for the answers of the hosts that are known; hosts that answer besides are listed, too.
     *
     * @param messages    to ask with
     * @param host        that is asked; empty for all
     * @param arguments   of the command
     * @param known       senders on each host
     * @param timeoutNs   for all answers
     * @param epochNs     the wall clock
     * @param interrupted whether to wait no longer
     * @return by the names of the hosts
     * @throws RingsideException if the carrier cannot be reached, or with {@link ErrorCode#INVALID_ARGUMENT} if the
     *                           command is too long
     */
    public static List<Answer> ask(final ShipMessages messages, final String host, final List<String> arguments,
            final Map<String, Integer> known, final long timeoutNs, final LongSupplier epochNs,
            final BooleanSupplier interrupted) {
        final UUID asker = UUID.randomUUID();
        final Map<String, List<Acknowledgement>> answers = new HashMap<>();
        messages.send(LinkMessage.request(asker, 1, new LinkMessage.Request(epochNs.getAsLong(), host, arguments))
                .encode());
        final long beginNs = System.nanoTime();
        while (!isComplete(known, answers) && System.nanoTime() - beginNs < timeoutNs && !interrupted.getAsBoolean()) {
            messages.poll(POLL_NS, bytes -> take(asker, bytes, answers));
        }
        final TreeSet<String> hosts = new TreeSet<>(known.keySet());
        hosts.addAll(answers.keySet());
        return hosts.stream().map(each -> answer(each, answers.getOrDefault(each, List.of()))).toList();
    }

    private static boolean isComplete(final Map<String, Integer> known,
            final Map<String, List<Acknowledgement>> answers) {
        return !known.isEmpty() && known.entrySet().stream()
                .allMatch(each -> answers.getOrDefault(each.getKey(), List.of()).size() >= each.getValue());
    }

    private static void take(final UUID asker, final byte[] bytes, final Map<String, List<Acknowledgement>> answers) {
        final LinkMessage message;
        try {
            message = LinkMessage.decode(bytes);
        } catch (final RingsideException e) {
            // Of somebody else, and counted by those who stay.
            return;
        }
        if (message.asker().equals(asker) && message.body() instanceof final Acknowledgement said
                && (answers.containsKey(said.host()) || answers.size() < HOSTS_MAX)) {
            answers.computeIfAbsent(said.host(), host -> new ArrayList<>()).add(said);
        }
    }

    /** Of several senders of a host, one that has failed is worth more than one that has succeeded. */
    private static Answer answer(final String host, final List<Acknowledgement> said) {
        final Map<State, String> byState = new TreeMap<>();
        said.forEach(each -> byState.putIfAbsent(state(each.outcome()), each.detail()));
        for (final State state : List.of(State.FAILED, State.DONE, State.REFUSED)) {
            final String detail = byState.get(state);
            if (detail != null) {
                return new Answer(host, state, detail);
            }
        }
        return new Answer(host, State.SILENT, "");
    }

    private static State state(final Outcome outcome) {
        return switch (outcome) {
            case DONE -> State.DONE;
            case REFUSED -> State.REFUSED;
            case FAILED -> State.FAILED;
        };
    }
}
