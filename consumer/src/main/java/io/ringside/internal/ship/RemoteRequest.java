package io.ringside.internal.ship;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.ship.LinkMessage.Acknowledgement;
import io.ringside.internal.ship.LinkMessage.Outcome;
import io.ringside.ship.RemoteControl;
import io.ringside.ship.RemoteControl.Answer;
import io.ringside.ship.RemoteControl.State;
import io.ringside.ship.ShipContext;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Asks other hosts to run a command, and collects their answers. Stateless. */
public final class RemoteRequest {
    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long PROBE_NS = TimeUnit.MILLISECONDS.toNanos(200);
    /** Age of a status from which a sender counts as gone; senders publish their status more often. */
    private static final long SEEN_MAX_NS = TimeUnit.SECONDS.toNanos(60);
    /** Maximum number of listed hosts, because any process can invent hosts. */
    private static final int HOSTS_MAX = 10_000;

    private RemoteRequest() {}

    /** The answers of a host's senders: their number, and the first detail for each state. */
    private static final class Said {
        private final Map<State, String> details = new EnumMap<>(State.class);
        private int count;

        /** Returns the answer of a host; among several senders' answers, a failure takes precedence over a success. */
        Answer answer(final String host) {
            for (final State state : List.of(State.FAILED, State.DONE, State.REFUSED)) {
                final String detail = details.get(state);
                if (detail != null) {
                    return new Answer(host, state, detail);
                }
            }
            return new Answer(host, State.SILENT, null);
        }
    }

    /** Implements {@link RemoteControl#ask}. */
    public static List<Answer> ask(final ShipContext context, final String host, final List<String> arguments,
            final long timeoutNs) {
        final ShipCarrier carrier = ShipCarrier.find(context.scheme());
        try (ShipMessages messages = carrier.messages(context, ShipMessages.Role.ASKER)) {
            final Map<String, Integer> known = known(carrier.status(context), host);
            if (!host.isEmpty()) {
                known.putIfAbsent(host, 1);
            }
            return ask(messages, host, arguments, known, timeoutNs, ClockPair::now, context.interrupted());
        }
    }

    /** Returns the number of senders on each host that were active recently. */
    private static Map<String, Integer> known(final List<ShipStatus> all, final String host) {
        final long nowNs = ClockPair.now().wallNs();
        final Map<String, Integer> known = new TreeMap<>();
        all.stream().filter(each -> !each.ended() && nowNs - each.record().wallNs() < SEEN_MAX_NS)
                .map(ShipStatus::host).filter(name -> host.isEmpty() || host.equals(name))
                .forEach(name -> known.merge(name, 1, Integer::sum));
        return known;
    }

    /**
     * Sends a request and waits for the answers of the known hosts; other hosts that answer are listed, too.
     *
     * @param messages    messages to use
     * @param host        requested host; empty for all hosts
     * @param arguments   of the command
     * @param known       number of senders on each known host
     * @param timeoutNs   timeout for all answers
     * @param clock       reads both local clocks
     * @param interrupted whether to stop waiting
     * @return answers, ordered by host name
     * @throws RingsideException if the carrier cannot be reached, or with {@link ErrorCode#INVALID_ARGUMENT} if the
     *                           command is too long
     */
    static List<Answer> ask(final ShipMessages messages, final String host, final List<String> arguments,
            final Map<String, Integer> known, final long timeoutNs, final Supplier<ClockPair> clock,
            final BooleanSupplier interrupted) {
        final UUID asker = UUID.randomUUID();
        final Map<String, Said> answers = new HashMap<>();
        // Encoding rejects a command that is too long before anything is sent.
        LinkMessage.request(asker, 0, new LinkMessage.Request(0, host, arguments)).encode();
        final long beginNs = clock.get().monotonicNs();
        final long number = awaitPresence(messages, asker, known, beginNs + timeoutNs / 2, clock, interrupted);
        if (interrupted.getAsBoolean()) {
            return List.of();
        }
        messages.send(LinkMessage.request(asker, number,
                new LinkMessage.Request(clock.get().wallNs(), host, arguments)).encode());
        while (!isComplete(known, answers) && clock.get().monotonicNs() - beginNs < timeoutNs
                && !interrupted.getAsBoolean()) {
            messages.poll(POLL_NS, bytes -> take(asker, bytes, answers));
        }
        final TreeSet<String> hosts = new TreeSet<>(known.keySet());
        hosts.addAll(answers.keySet());
        return hosts.stream().map(each -> answers.getOrDefault(each, new Said()).answer(each)).toList();
    }

    /** Probes until the known hosts have connected, as earlier messages are lost. Returns the next message number. */
    private static long awaitPresence(final ShipMessages messages, final UUID asker, final Map<String, Integer> known,
            final long deadlineNs, final Supplier<ClockPair> clock, final BooleanSupplier interrupted) {
        final Map<String, Set<UUID>> present = new HashMap<>();
        long probeNs = clock.get().monotonicNs();
        long number = 1;
        while ((known.isEmpty() || !known.entrySet().stream().allMatch(
                each -> present.getOrDefault(each.getKey(), Set.of()).size() >= each.getValue()))
                && clock.get().monotonicNs() - deadlineNs < 0 && !interrupted.getAsBoolean()) {
            if (clock.get().monotonicNs() - probeNs >= 0) {
                messages.send(LinkMessage.probe(asker, number++).encode());
                probeNs = clock.get().monotonicNs() + PROBE_NS;
            }
            messages.poll(PROBE_NS, bytes -> {
                final LinkMessage message = decode(bytes);
                if (message != null && message.asker().equals(asker)
                        && message.body() instanceof final LinkMessage.Answer answer
                        && known.containsKey(answer.host())) {
                    final Set<UUID> senders = present.computeIfAbsent(answer.host(), name -> new HashSet<>());
                    if (senders.size() < known.get(answer.host())) {
                        senders.add(answer.recordingId());
                    }
                }
            });
        }
        return number;
    }

    /** Decodes a message; returns null for foreign bytes, which only long-running receivers count. */
    private static @Nullable LinkMessage decode(final byte[] bytes) {
        try {
            return LinkMessage.decode(bytes);
        } catch (final RingsideException e) {
            return null;
        }
    }

    private static boolean isComplete(final Map<String, Integer> known, final Map<String, Said> answers) {
        return !known.isEmpty() && known.entrySet().stream()
                .allMatch(each -> answers.getOrDefault(each.getKey(), new Said()).count >= each.getValue());
    }

    private static void take(final UUID asker, final byte[] bytes, final Map<String, Said> answers) {
        final LinkMessage message = decode(bytes);
        if (message != null && message.asker().equals(asker) && message.body() instanceof final Acknowledgement said
                && (answers.containsKey(said.host()) || answers.size() < HOSTS_MAX)) {
            final Said ofHost = answers.computeIfAbsent(said.host(), host -> new Said());
            ofHost.count++;
            ofHost.details.putIfAbsent(state(said.outcome()), said.detail());
        }
    }

    private static State state(final Outcome outcome) {
        return switch (outcome) {
            case DONE -> State.DONE;
            case REFUSED -> State.REFUSED;
            case FAILED -> State.FAILED;
        };
    }
}
