package io.ringside.internal.ship;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.ship.LinkMessage.Acknowledgement;
import io.ringside.internal.ship.LinkMessage.Outcome;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.Agent;
import org.jspecify.annotations.Nullable;

/**
 * The sender's end of the messages: answers questions for its clocks, and has commands run if that is allowed. A
 * request is run once at most, and only soon after it was made; one from before this began is never seen. Commands run
 * on a thread of their own, as they can take long and clocks are to be answered at once. For one thread.
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
    /** Commands that wait for the one that runs. */
    private static final int COMMANDS_MAX = 16;
    private static final long IDLE_MS = TimeUnit.SECONDS.toMillis(10);

    private final LinkConnection connection;
    private final UUID recordingId;
    private final String host;
    private final UUID bootId;
    private final Supplier<ClockPair> clock;
    private final @Nullable Control control;
    private final ErrorHandler errorHandler;
    /** Of commands that have ended, for the thread that sends. */
    private final Queue<byte[]> acknowledgements = new ConcurrentLinkedQueue<>();
    /** When requests were seen, by the monotonic clock. */
    private final Map<Question, Long> seen = new LinkedHashMap<>();
    private long retryNs;
    private long secondNs;
    private int answersInSecond;
    private long rejected;
    private long requests;

    private record Question(UUID asker, long number) {}

    /**
     * How commands of other hosts are run.
     *
     * @param commands runs them
     * @param thread   on which they run, one after the other; rejects those that are too many
     */
    public record Control(RemoteControl commands, Executor thread) {}

    /**
     * Begin to answer.
     *
     * @param opener       opens messages, again after a failure
     * @param recordingId  of the recording that is shipped
     * @param host         name of this machine
     * @param bootId       of its kernel
     * @param clock        both of its clocks, as the host has them
     * @param control      runs commands; null to refuse them
     * @param errorHandler notified of requests, and of what is wrong
     */
    public HostLink(final Supplier<ShipMessages> opener, final UUID recordingId, final String host,
            final UUID bootId, final Supplier<ClockPair> clock, final @Nullable Control control,
            final ErrorHandler errorHandler) {
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

    /** A thread for commands, which begins with the first one; a bounded number of others waits for it. */
    public static ExecutorService commandThread() {
        final ThreadPoolExecutor thread = new ThreadPoolExecutor(1, 1, IDLE_MS, TimeUnit.MILLISECONDS,
                new ArrayBlockingQueue<>(COMMANDS_MAX), task -> {
                    final Thread created = new Thread(task, "ringside-control");
                    created.setDaemon(true);
                    return created;
                });
        thread.allowCoreThreadTimeOut(true);
        return thread;
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
            for (byte[] next = acknowledgements.poll(); next != null; next = acknowledgements.poll()) {
                open.send(next);
                answered[0]++;
            }
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
            final String reason = accept(message, request);
            if (reason != null) {
                acknowledge(message, new Acknowledgement(Outcome.REFUSED, host, reason));
            }
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

    private void acknowledge(final LinkMessage request, final Acknowledgement said) {
        acknowledgements.add(request.acknowledgement(said).encode());
    }

    /** Has a request run, or says why it is refused. */
    private @Nullable String accept(final LinkMessage message, final LinkMessage.Request request) {
        final Control allowed = control;
        if (allowed == null) {
            return "remote control is not allowed: host=" + host
                    + ": run 'ringside ship' there with --allow-control";
        }
        final String tooOld = tooOld(request);
        if (tooOld != null) {
            return tooOld;
        }
        if (request.arguments().isEmpty() || !RemoteControl.COMMANDS.contains(request.arguments().get(0))) {
            return "command cannot be run from afar: arguments=" + request.arguments() + ", commands="
                    + RemoteControl.COMMANDS.stream().sorted().toList();
        }
        final long nowNs = clock.get().monotonicNs();
        forget(nowNs);
        final Question question = new Question(message.asker(), message.number());
        if (seen.containsKey(question)) {
            return "request was run already: each is run once";
        }
        if (seen.size() >= REQUESTS_MAX) {
            return "too many requests: max=" + REQUESTS_MAX + ": wait a minute";
        }
        try {
            allowed.thread.execute(() -> acknowledge(message, run(allowed.commands, request)));
        } catch (final RejectedExecutionException e) {
            return "too many commands wait: max=" + COMMANDS_MAX + ": ask again when they have run";
        }
        seen.put(question, nowNs);
        requests++;
        return null;
    }

    /** Also asked after the request has waited. */
    private @Nullable String tooOld(final LinkMessage.Request request) {
        final long ageNs = clock.get().wallNs() - request.wallNs();
        return ageNs <= REQUEST_AGE_MAX_NS && ageNs >= -REQUEST_AGE_MAX_NS
                ? null
                : "request is too old, or the clocks of the hosts differ by too much: ageMs="
                        + TimeUnit.NANOSECONDS.toMillis(ageNs) + ", maxMs="
                        + TimeUnit.NANOSECONDS.toMillis(REQUEST_AGE_MAX_NS) + ": ask again, or set the clocks";
    }

    /** On the thread of the commands. */
    private Acknowledgement run(final RemoteControl allowed, final LinkMessage.Request request) {
        final String tooOld = tooOld(request);
        if (tooOld != null) {
            return new Acknowledgement(Outcome.REFUSED, host, tooOld);
        }
        errorHandler.onError(new IllegalStateException("command from afar: arguments=" + request.arguments()));
        try {
            final RemoteControl.Result result = allowed.run(request.arguments());
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

    /** Messages that were none of ours, damaged, or too many. */
    public long rejected() {
        return rejected;
    }

    /** Requests that were accepted. */
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
