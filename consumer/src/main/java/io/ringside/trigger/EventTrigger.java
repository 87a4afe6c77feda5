package io.ringside.trigger;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.reader.EventFilter;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventLines;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Event handler that passes every event on and fires when an event meets a condition: after a given number of events,
 * or a given time, it runs its actions on another thread. An event that meets the condition too soon after the last
 * firing, or while a firing waits, is counted as suppressed and does not fire. Used by the consumer's thread; any
 * thread may read the counts.
 *
 * <pre>{@code
 * Action snapshot = SnapshotAction.of(directory, "around", Path.of("snapshots"), errorHandler);
 * try (EventTrigger trigger = EventTrigger.open(
 *         new TriggerContext(handler, EventFilter.parse("event is 'rejected'"), List.of(snapshot), listener))) {
 *     while (!reader.isDone()) {
 *         idleStrategy.idle(reader.poll(trigger) + trigger.doWork());
 *     }
 * }
 * }</pre>
 */
public final class EventTrigger implements EventHandler, AutoCloseable {
    /**
     * Receives the outcomes of a trigger's actions. Called by the trigger's thread, or by the consumer's for an action
     * that does not end; must not throw.
     */
    public interface Listener {
        /**
         * Called after an action has succeeded.
         *
         * @param firing  firing of the trigger
         * @param outcome description of what the action did
         */
        void onDone(Firing firing, String outcome);

        /**
         * Called after an action has failed; the actions after it still run.
         *
         * @param firing firing of the trigger
         * @param cause  exception thrown by the action
         */
        void onFailure(Firing firing, Throwable cause);
    }

    /**
     * One firing of a trigger. Immutable.
     *
     * @param number     of the firing, from 1
     * @param timeNs     time of the event that fired, in nanoseconds since 1970, by the clocks of the session being
     *                   read
     * @param timeTicks  time of that event, in ticks of the session's clock: the same in all sessions with that clock
     * @param provider   name of that event's provider, or its id as text
     * @param event      name of that event, or its id as text if it has no name
     * @param suppressed events since the previous firing that met the condition but did not fire
     */
    public record Firing(long number, long timeNs, long timeTicks, String provider, String event, long suppressed) {}

    private static final long INTERRUPTED_WAIT_MS = 1_000;

    private final EventHandler target;
    private final EventFilter condition;
    private final NanoClock clock;
    private final long afterEvents;
    private final long afterNs;
    private final long minIntervalNs;
    private final long closeTimeoutNs;
    private final FiringRunner runner;
    private final @Nullable Thread thread;
    private @Nullable PendingFiring armed;
    private long eventsBehind;
    private long lastFiringNs;
    private long firings;
    private long suppressed;
    private long suppressedBefore;
    private boolean closed;

    private EventTrigger(final TriggerContext context) {
        this.target = context.target();
        this.condition = context.condition();
        this.clock = context.clock();
        this.afterEvents = context.afterEvents();
        this.afterNs = context.afterNs();
        this.minIntervalNs = context.minIntervalNs();
        this.closeTimeoutNs = context.closeTimeoutNs();
        this.runner = new FiringRunner(context);
        this.thread = context.isOwnThread() ? new Thread(runner, "ringside-trigger") : null;
    }

    /**
     * Open a trigger.
     *
     * @param context condition, actions and settings
     * @return the trigger, for use as a consumer's handler
     */
    public static EventTrigger open(final TriggerContext context) {
        final EventTrigger trigger = new EventTrigger(context);
        if (trigger.thread != null) {
            trigger.thread.setDaemon(true);
            trigger.thread.start();
        }
        return trigger;
    }

    /** {@return the number of firings so far, including a waiting one} */
    public long firings() {
        return firings;
    }

    /** {@return the number of events that met the condition but did not fire} */
    public long suppressed() {
        return suppressed;
    }

    /** {@return why comparisons of the condition match no event that was read: {@link EventFilter#misfits}} */
    public List<String> misfits() {
        return condition.misfits();
    }

    /** {@return the number of failed actions} May be called by any thread. */
    public long failures() {
        return runner.failures();
    }

    @Override
    public void onEvent(final EventView event) {
        try {
            target.onEvent(event);
        } finally {
            look(event);
        }
    }

    @Override
    public void onGap(final GapView gap) {
        target.onGap(gap);
    }

    /**
     * Run the actions of a firing that is due on the calling thread, for triggers without a thread of their own.
     *
     * @return 1 if a firing was due, else 0
     */
    public int doWork() {
        return thread == null ? runner.doWork() : 0;
    }

    /**
     * Stop firing. The actions of a firing that waits for events or time run now, because no more events follow. An
     * action that takes too long is interrupted and reported as a failure.
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        runner.close();
        if (thread == null) {
            runner.doWork();
        } else {
            join(thread);
        }
    }

    private void look(final EventView event) {
        if (closed) {
            return;
        }
        final PendingFiring waiting = armed;
        if (waiting != null && ++eventsBehind >= afterEvents) {
            waiting.makeDue();
            armed = null;
        }
        if (condition.accepts(event)) {
            fire(event);
        }
    }

    private void fire(final EventView event) {
        final long nowNs = clock.nanoTime();
        if ((firings > 0 && nowNs - lastFiringNs < minIntervalNs) || runner.isFull()) {
            suppressed++;
            return;
        }
        firings++;
        lastFiringNs = nowNs;
        final PendingFiring firing = new PendingFiring(new Firing(firings, event.timeNs(), event.timeTicks(),
                event.providerName(), Objects.requireNonNullElseGet(event.eventName(), () -> EventLines.unnamed(event)),
                suppressed - suppressedBefore), afterNs > 0, nowNs + afterNs);
        suppressedBefore = suppressed;
        eventsBehind = 0;
        armed = afterEvents > 0 ? firing : null;
        if (afterEvents == 0 && afterNs == 0) {
            firing.makeDue();
        }
        runner.put(firing);
    }

    private void join(final Thread actions) {
        try {
            actions.join(TimeUnit.NANOSECONDS.toMillis(closeTimeoutNs) + 1);
            if (actions.isAlive()) {
                actions.interrupt();
                actions.join(INTERRUPTED_WAIT_MS);
                runner.abandon(closeTimeoutNs);
            }
        } catch (final InterruptedException e) {
            actions.interrupt();
            Thread.currentThread().interrupt();
        }
    }

    /** The action of a trigger when it fires. */
    @FunctionalInterface
    public interface Action {
        /** Timeout of a command, unless the application sets another. */
        Duration COMMAND_TIMEOUT = Duration.ofSeconds(60);

        /**
         * Run the action. Called by the trigger's thread; an action that takes longer than the trigger's close timeout
         * is interrupted when the trigger closes.
         *
         * @param firing firing of the trigger
         * @return description of what was done, in one line
         * @throws Exception if the action fails: the failure is reported and has no other effect
         */
        String run(EventTrigger.Firing firing) throws Exception;

        /**
         * Creates an action that runs a program, without a shell. The program receives number, time (nanoseconds since
         * 1970), provider and event of the firing in {@code RINGSIDE_TRIGGER_NUMBER}, {@code …_TIME}, {@code
         * …_PROVIDER} and {@code …_EVENT}, and an empty standard input; its output is discarded.
         *
         * @param command program and arguments
         * @param timeout maximum time, after which the program is killed
         * @return the action
         */
        static Action command(final List<String> command, final Duration timeout) {
            return new CommandAction(command, timeout);
        }

        /**
         * Creates an action that takes a snapshot of a session in overwrite mode, each into a new folder: the first
         * free number of 000001, 000002, …
         *
         * @param directory    trace directory of the session; created if absent
         * @param session      name of an existing session in overwrite mode
         * @param folder       parent of the snapshots' folders; created with the first snapshot if absent
         * @param errorHandler receives files that are skipped
         * @return the action
         * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if there is no such session, {@link
         *                           ErrorCode#WRONG_KIND} if it is not in overwrite mode
         */
        static Action snapshot(final Path directory, final String session, final Path folder,
                final ErrorHandler errorHandler) {
            return SnapshotAction.of(directory, session, folder, errorHandler);
        }

        /**
         * Creates an action that stops a session. It may be the session that the trigger reads: its consumer then reads
         * the remaining events.
         *
         * @param directory    trace directory of the session; created if absent
         * @param session      name of an existing session
         * @param timeout      maximum wait for processes and drain together
         * @param errorHandler receives files that cannot be used
         * @return the action
         * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if there is no such session
         */
        static Action stop(final Path directory, final String session, final Duration timeout,
                final ErrorHandler errorHandler) {
            return new StopAction(directory, session, timeout, errorHandler);
        }
    }
}
