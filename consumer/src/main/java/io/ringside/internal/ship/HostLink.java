package io.ringside.internal.ship;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.ship.LinkMessage.Acknowledgement;
import io.ringside.internal.ship.LinkMessage.Outcome;
import io.ringside.ship.RemoteControl;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.Agent;
import org.jspecify.annotations.Nullable;

/**
 * The sender's end of the messages: answers questions for its clocks, and has commands run if that is allowed. A
 * request is run once at most, and only soon after it was made; one from before this began is never seen. If it is
 * delivered again, the outcome of the first is sent again. Commands run on a thread of their own, as they can take long
 * and clocks are to be answered at once. For one thread.
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
    /** Refusals that wait to be sent; others are dropped. */
    private static final int REFUSALS_MAX = 256;
    /** Longest wait, when this is closed, for the command that runs. */
    private static final long CLOSE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long IDLE_MS = TimeUnit.SECONDS.toMillis(10);

    private final LinkConnection connection;
    private final UUID recordingId;
    private final String host;
    private final UUID bootId;
    private final Supplier<ClockPair> clock;
    private final @Nullable Control control;
    private final ErrorHandler errorHandler;
    private final Queue<byte[]> refusals = new ArrayDeque<>();
    /** Requests of the last time, the oldest first. */
    private final Map<Question, Command> seen = new LinkedHashMap<>();
    private long retryNs;
    private long secondNs;
    private int answersInSecond;
    private long rejected;
    private long requests;

    private record Question(UUID asker, long number) {}

    /** A remembered request. It is run by the first thread that begins it, and its first outcome counts. */
    private static final class Command {
        private final Question question;
        private final long seenNs;
        private final AtomicBoolean begun = new AtomicBoolean();
        private final AtomicReference<byte @Nullable []> outcome = new AtomicReference<>();
        private final CountDownLatch end = new CountDownLatch(1);
        /** Whether the outcome has yet to be sent, or has to be sent again. */
        private boolean unsent = true;

        Command(final Question question, final long seenNs) {
            this.question = question;
            this.seenNs = seenNs;
        }

        boolean begin() {
            return begun.compareAndSet(false, true);
        }

        void end(final Acknowledgement said) {
            outcome.compareAndSet(null,
                    LinkMessage.acknowledgement(question.asker, question.number, said).encode());
            end.countDown();
        }
    }

    /**
     * Execution of the commands of other hosts.
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
            answered[0] += acknowledge(open);
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
            final Question question = new Question(message.asker(), message.number());
            final Command before = seen.get(question);
            if (before == null) {
                accept(question, request);
            } else {
                before.unsent = true;
            }
            return true;
        }
        return false;
    }

    private boolean answer(final ShipMessages target, final LinkMessage probe, final long arrivedNs) {
        return target.send(
                probe.answer(new LinkMessage.Answer(recordingId, bootId, arrivedNs, clock.get(), host)).encode());
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

    /** Each is retained until it was sent. */
    private int acknowledge(final ShipMessages target) {
        int sent = 0;
        for (byte[] next = refusals.peek(); next != null && target.send(next); next = refusals.peek()) {
            refusals.remove();
            sent++;
        }
        for (final Command command : seen.values()) {
            final byte[] outcome = command.outcome.get();
            if (command.unsent && outcome != null && target.send(outcome)) {
                command.unsent = false;
                sent++;
            }
        }
        return sent;
    }

    /** Has a request run, or refuses it. */
    private void accept(final Question question, final LinkMessage.Request request) {
        final Control allowed = control;
        final long nowNs = clock.get().monotonicNs();
        forget(nowNs);
        final String reason = allowed == null
                ? "remote control is not allowed: host=" + host + ": run 'ringside ship' there with --allow-control"
                : reasonAgainst(request);
        if (allowed == null || reason != null) {
            refuse(question, String.valueOf(reason));
            return;
        }
        final Command command = new Command(question, nowNs);
        seen.put(question, command);
        try {
            allowed.thread.execute(() -> run(allowed.commands, command, request));
            requests++;
        } catch (final RejectedExecutionException e) {
            // Remembered as well: it is not run if it is delivered again.
            command.end(refused("too many commands wait: max=" + COMMANDS_MAX + ": ask again when they have run"));
        }
    }

    private @Nullable String reasonAgainst(final LinkMessage.Request request) {
        final String tooOld = tooOld(request);
        if (tooOld != null) {
            return tooOld;
        }
        if (request.arguments().isEmpty() || !RemoteControl.COMMANDS.contains(request.arguments().get(0))) {
            return "command cannot be run from afar: arguments=" + request.arguments() + ", commands="
                    + RemoteControl.COMMANDS.stream().sorted().toList();
        }
        return seen.size() < REQUESTS_MAX ? null : "too many requests: max=" + REQUESTS_MAX + ": wait a minute";
    }

    private void refuse(final Question question, final String reason) {
        if (refusals.size() < REFUSALS_MAX) {
            refusals.add(LinkMessage.acknowledgement(question.asker, question.number, refused(reason)).encode());
        } else {
            reject(new RingsideException(ErrorCode.LIMIT, "too many requests are refused: max=" + REFUSALS_MAX));
        }
    }

    private Acknowledgement refused(final String reason) {
        return new Acknowledgement(Outcome.REFUSED, host, reason);
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
    private void run(final RemoteControl allowed, final Command command, final LinkMessage.Request request) {
        if (!command.begin()) {
            return;
        }
        Acknowledgement said = new Acknowledgement(Outcome.FAILED, host,
                "command has failed, see what its sender says");
        try {
            said = run(allowed, request);
        } finally {
            command.end(said);
        }
    }

    private Acknowledgement run(final RemoteControl allowed, final LinkMessage.Request request) {
        final String tooOld = tooOld(request);
        if (tooOld != null) {
            return refused(tooOld);
        }
        errorHandler.onError(new IllegalStateException("command from afar: arguments=" + request.arguments()));
        try {
            final RemoteControl.Result result = allowed.run(request.arguments());
            return new Acknowledgement(result.succeeded() ? Outcome.DONE : Outcome.FAILED, host, result.detail());
        } catch (final RuntimeException e) {
            return new Acknowledgement(Outcome.FAILED, host, String.valueOf(e.getMessage()));
        }
    }

    /** Forgets commands that would be refused for their age, and whose outcome was sent. */
    private void forget(final long nowNs) {
        seen.values().removeIf(each -> !each.unsent && nowNs - each.seenNs > 2 * REQUEST_AGE_MAX_NS);
    }

    /** Every command has an outcome afterwards: that of one that still runs is unknown. */
    private void endCommands() {
        seen.values().stream().filter(Command::begin).forEach(each -> each.end(
                refused("'ringside ship' has ended there before it ran the command: ask again when it runs")));
        final long beginNs = System.nanoTime();
        for (final Command command : seen.values()) {
            if (!hasEnded(command, CLOSE_NS - (System.nanoTime() - beginNs))) {
                command.end(new Acknowledgement(Outcome.FAILED, host, "'ringside ship' has ended there while it ran "
                        + "the command: what it has done is unknown"));
            }
        }
    }

    private static boolean hasEnded(final Command command, final long timeoutNs) {
        try {
            return command.end.await(timeoutNs, TimeUnit.NANOSECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
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

    /** Says what has become of the commands, if the messages are open. */
    @Override
    public void onClose() {
        try {
            endCommands();
            final ShipMessages open = connection.current();
            if (open != null) {
                acknowledge(open);
            }
        } catch (final RingsideException e) {
            errorHandler.onError(e);
        } finally {
            connection.close();
        }
    }
}
