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
 * The sender's end of the messages: answers probes of its clocks and, if allowed, runs requested commands. A request is
 * run at most once, and only soon after it was made; requests from before this object existed are not received. If a
 * request is delivered again, the first outcome is sent again. Commands run on a separate thread, because they can take
 * long and probes must be answered at once. Not thread-safe.
 */
public final class HostLink implements Agent {
    /** Maximum age of a request; also the maximum time by which its clock may be ahead. Other requests are refused. */
    public static final long REQUEST_AGE_MAX_NS = TimeUnit.SECONDS.toNanos(60);

    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long RETRY_NS = TimeUnit.SECONDS.toNanos(5);
    /** Maximum number of answered probes per second. */
    private static final int ANSWERS_PER_SECOND = 100;
    /** Maximum number of remembered requests; each is remembered until it is too old to be run. */
    private static final int REQUESTS_MAX = 256;
    /** Maximum number of commands that wait for the running one. */
    private static final int COMMANDS_MAX = 16;
    /** Maximum number of refusals waiting to be sent; others are dropped. */
    private static final int REFUSALS_MAX = 256;
    /** Longest wait for the running command when this is closed. */
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
    /** Recent requests, oldest first. */
    private final Map<Question, Command> seen = new LinkedHashMap<>();
    private long retryNs;
    private long secondNs;
    private int answersInSecond;
    private long rejected;
    private long requests;

    private record Question(UUID asker, long number) {}

    /** A remembered request. The first thread that calls {@link #begin} runs it, and only its first outcome is kept. */
    private static final class Command {
        private final Question question;
        private final long seenNs;
        private final AtomicBoolean begun = new AtomicBoolean();
        private final AtomicReference<byte @Nullable []> outcome = new AtomicReference<>();
        private final CountDownLatch end = new CountDownLatch(1);
        /** Whether the outcome must be sent, for the first time or again. */
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
     * The execution of commands for other hosts.
     *
     * @param commands runs the commands
     * @param thread   executor on which the commands run one after the other; rejects commands when too many are
     *                 waiting
     */
    public record Control(RemoteControl commands, Executor thread) {}

    /**
     * Creates the link.
     *
     * @param opener       opens the messages, again after each failure
     * @param recordingId  id of the shipped recording
     * @param host         name of this machine
     * @param bootId       boot id of the local kernel
     * @param clock        reads both local clocks
     * @param control      runs commands; null to refuse them
     * @param errorHandler notified of requests and failures
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

    /** Creates the thread for commands, which starts with the first; a limited number can wait for it. */
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

    /** Limits the number of answers per second. */
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

    /** Sends refusals and outcomes; each is kept until it has been sent. */
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

    /** Starts a requested command, or refuses the request. */
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
            // The refused request stays remembered, so that it is not run if it is delivered again.
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

    /** Returns why a request is too old, null if it is not. Also called again right before a waiting command runs. */
    private @Nullable String tooOld(final LinkMessage.Request request) {
        final long ageNs = clock.get().wallNs() - request.wallNs();
        return ageNs <= REQUEST_AGE_MAX_NS && ageNs >= -REQUEST_AGE_MAX_NS
                ? null
                : "request is too old, or the clocks of the hosts differ by too much: ageMs="
                        + TimeUnit.NANOSECONDS.toMillis(ageNs) + ", maxMs="
                        + TimeUnit.NANOSECONDS.toMillis(REQUEST_AGE_MAX_NS) + ": ask again, or set the clocks";
    }

    /** Runs a command, on the commands' thread. */
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

    /** Forgets commands whose outcome was sent, and which would be refused because of their age if delivered again. */
    private void forget(final long nowNs) {
        seen.values().removeIf(each -> !each.unsent && nowNs - each.seenNs > 2 * REQUEST_AGE_MAX_NS);
    }

    /** Gives every command an outcome; for a command that is still running, the outcome is that it is unknown. */
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

    /** Returns the number of messages that were foreign, damaged, or too many. */
    public long rejected() {
        return rejected;
    }

    /** Returns the number of accepted requests. */
    public long requests() {
        return requests;
    }

    @Override
    public String roleName() {
        return "ringside-link";
    }

    /** Sends the final outcomes of the commands, if the messages are open. */
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
