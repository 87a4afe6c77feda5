package io.ringside.internal.ship;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.ship.LinkMessage.Acknowledgement;
import io.ringside.internal.ship.LinkMessage.Outcome;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.Agent;
import org.jspecify.annotations.Nullable;

/**
 * The sender's end of the messages: answers questions for its clocks, and runs commands if that is allowed. A request
 * is run once at most, and only soon after it was made; one from before this began is never seen. For one thread.
 */
public final class HostLink implements Agent {
    /** A request that is older, or from a clock that is so far ahead, is refused. */
    public static final long REQUEST_AGE_MAX_NS = TimeUnit.SECONDS.toNanos(60);

    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long RETRY_NS = TimeUnit.SECONDS.toNanos(5);
    /** Probes that are answered in a second. */
    private static final int ANSWERS_PER_SECOND = 100;
    /** Requests that are remembered until they are too old. */
    private static final int REQUESTS_MAX = 256;

    private final LinkConnection connection;
    private final UUID recordingId;
    private final String host;
    private final UUID bootId;
    private final Supplier<ClockPair> clock;
    private final @Nullable RemoteControl control;
    private final ErrorHandler errorHandler;
    /** When requests were seen, by the monotonic clock. */
    private final Map<Question, Long> seen = new LinkedHashMap<>();
    private long retryNs;
    private long secondNs;
    private int answersInSecond;
    private long rejected;
    private long requests;

    private record Question(UUID asker, long number) {}

    /**
     * Begin to answer.
     *
     * @param opener       opens messages, again after a failure; gives null if the carrier has none
     * @param recordingId  of the recording that is shipped
     * @param host         name of this machine
     * @param bootId       of its kernel
     * @param clock        both of its clocks, as the host has them
     * @param control      runs commands; null to refuse them
     * @param errorHandler notified of requests, and of what is wrong
     */
    public HostLink(final Supplier<? extends @Nullable ShipMessages> opener, final UUID recordingId, final String host,
            final UUID bootId,
            final Supplier<ClockPair> clock, final @Nullable RemoteControl control, final ErrorHandler errorHandler) {
        this.connection = new LinkConnection(opener, errorHandler);
        this.recordingId = recordingId;
        this.host = host;
        this.bootId = bootId;
        this.clock = clock;
        this.control = control;
        this.errorHandler = errorHandler;
        this.secondNs = clock.get().monotonicNs();
        this.retryNs = secondNs;
    }

    @Override
    public int doWork() {
        final long nowNs = clock.get().monotonicNs();
        if (connection.isFailing() && nowNs < retryNs) {
            return 0;
        }
        try {
            final ShipMessages open = connection.open();
            final int[] answered = new int[1];
            open.poll(POLL_NS, bytes -> answered[0] += take(open, bytes) ? 1 : 0);
            connection.succeeded();
            return answered[0];
        } catch (final RingsideException e) {
            connection.failed(e);
            retryNs = nowNs + RETRY_NS;
            return 0;
        }
    }

    private boolean take(final ShipMessages target, final byte[] bytes) {
        final long arrivedNs = clock.get().monotonicNs();
        final LinkMessage message;
        try {
            message = LinkMessage.decode(bytes);
        } catch (final RingsideException e) {
            reject(e);
            return false;
        }
        if (message.body() instanceof LinkMessage.Probe) {
            return mayAnswer(arrivedNs) && answer(target, message, arrivedNs);
        }
        if (message.body() instanceof final LinkMessage.Request request
                && (request.host().isEmpty() || request.host().equals(host))) {
            target.send(message.acknowledgement(outcome(message, request)).encode());
            return true;
        }
        return false;
    }

    private boolean answer(final ShipMessages target, final LinkMessage probe, final long arrivedNs) {
        target.send(probe.answer(new LinkMessage.Answer(recordingId, bootId, arrivedNs, clock.get(), host)).encode());
        return true;
    }

    /** Endless questions do not get endless answers. */
    private boolean mayAnswer(final long nowNs) {
        if (nowNs - secondNs >= TimeUnit.SECONDS.toNanos(1)) {
            secondNs = nowNs;
            answersInSecond = 0;
        }
        if (answersInSecond++ < ANSWERS_PER_SECOND) {
            return true;
        }
        reject(new RingsideException(ErrorCode.LIMIT, "too many probes: maxPerSecond=" + ANSWERS_PER_SECOND));
        return false;
    }

    private void reject(final RingsideException reason) {
        if (rejected++ == 0) {
            errorHandler.onError(new RingsideException(reason.code(), "message between hosts is rejected, others are "
                    + "only counted: reason=" + reason.getMessage() + ": restrict who may write to the carrier",
                    reason));
        }
    }

    private Acknowledgement outcome(final LinkMessage message, final LinkMessage.Request request) {
        final RemoteControl allowed = control;
        if (allowed == null) {
            return refused("remote control is not allowed: host=" + host
                    + ": run 'ringside ship' there with --allow-control");
        }
        final ClockPair now = clock.get();
        final long ageNs = now.wallNs() - request.wallNs();
        if (ageNs > REQUEST_AGE_MAX_NS || ageNs < -REQUEST_AGE_MAX_NS) {
            return refused("request is too old, or the clocks of the hosts differ by too much: ageMs="
                    + TimeUnit.NANOSECONDS.toMillis(ageNs) + ", maxMs="
                    + TimeUnit.NANOSECONDS.toMillis(REQUEST_AGE_MAX_NS) + ": ask again, or set the clocks");
        }
        if (request.arguments().isEmpty() || !RemoteControl.COMMANDS.contains(request.arguments().get(0))) {
            return refused("command cannot be run from afar: arguments=" + request.arguments() + ", commands="
                    + RemoteControl.COMMANDS.stream().sorted().toList());
        }
        forget(now.monotonicNs());
        if (seen.containsKey(new Question(message.asker(), message.number()))) {
            return refused("request was run already: each is run once");
        }
        if (seen.size() >= REQUESTS_MAX) {
            return refused("too many requests: max=" + REQUESTS_MAX + ": wait a minute");
        }
        seen.put(new Question(message.asker(), message.number()), now.monotonicNs());
        requests++;
        return run(allowed, request.arguments());
    }

    private Acknowledgement run(final RemoteControl allowed, final List<String> arguments) {
        errorHandler.onError(new IllegalStateException("command from afar: arguments=" + arguments));
        try {
            final RemoteControl.Result result = allowed.run(arguments);
            return new Acknowledgement(result.succeeded() ? Outcome.DONE : Outcome.FAILED, host, result.detail());
        } catch (final RuntimeException e) {
            return new Acknowledgement(Outcome.FAILED, host, String.valueOf(e.getMessage()));
        }
    }

    /** Those that would be refused for their age. */
    private void forget(final long nowNs) {
        final Iterator<Long> times = seen.values().iterator();
        while (times.hasNext() && nowNs - times.next() > 2 * REQUEST_AGE_MAX_NS) {
            times.remove();
        }
    }

    private Acknowledgement refused(final String reason) {
        return new Acknowledgement(Outcome.REFUSED, host, reason);
    }

    /** Messages that were none of ours, damaged, or too many. */
    public long rejected() {
        return rejected;
    }

    /** Requests that were run. */
    public long requests() {
        return requests;
    }

    @Override
    public String roleName() {
        return "ringside-link";
    }

    @Override
    public void onClose() {
        connection.close();
    }
}
