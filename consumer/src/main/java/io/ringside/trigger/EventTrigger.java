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
 * Hands every event on, and fires when one meets a condition: once so many events, or so much time, have gone by after
 * it, actions are done on another thread. An event that meets the condition too soon after the last firing, or while a
 * firing waits, is counted as suppressed and fires nothing. For the consumer's thread; counts may be read by any.
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
     * Receives what the actions of a trigger have done. Called by the trigger's thread, and by the consumer's for an
     * action that does not end; must not throw.
     */
    public interface Listener {
        /**
         * An action was done.
         *
         * @param firing  of the trigger
         * @param outcome what was done
         */
        void onDone(Firing firing, String outcome);

        /**
         * An action has failed; those after it are tried all the same.
         *
         * @param firing of the trigger
         * @param cause  what it has thrown
         */
        void onFailure(Firing firing, Throwable cause);
    }

    /**
     * One firing of a trigger. Immutable.
     *
     * @param number     of the firing, from 1
     * @param timeNs     of the event that has fired it, since 1970, by the clocks of the session that is read
     * @param timeTicks  of that event, in ticks of the session's clock: the same in all sessions by that clock
     * @param provider   of that event: its name, or its id as text
     * @param event      its name, or what it is shown as without one
     * @param suppressed events since the firing before that met the condition and have fired nothing
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
     * @param context what fires it, and what it does
     * @return the trigger, to be given to a consumer as its handler
     */
    public static EventTrigger open(final TriggerContext context) {
        final EventTrigger trigger = new EventTrigger(context);
        if (trigger.thread != null) {
            trigger.thread.setDaemon(true);
            trigger.thread.start();
        }
        return trigger;
    }

    /** {@return firings up to now, that which waits included} */
    public long firings() {
        return firings;
    }

    /** {@return events that met the condition and have fired nothing} */
    public long suppressed() {
        return suppressed;
    }

    /** {@return why comparisons of the condition fit no event that was read: {@link EventFilter#misfits}} */
    public List<String> misfits() {
        return condition.misfits();
    }

    /** {@return actions that have failed} May be called by any thread. */
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
     * Do the actions of a firing that is due, on the calling thread: for triggers without a thread of their own.
     *
     * @return 1 if there was one, else 0
     */
    public int doWork() {
        return thread == null ? runner.doWork() : 0;
    }

    /**
     * Fire no more. A firing that waits for events or time has its actions done now, as nothing follows. An action that
     * takes too long is interrupted, and reported as a failure.
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
        /** Longest time of a command, unless the application gives another. */
        Duration COMMAND_TIMEOUT = Duration.ofSeconds(60);

        /**
         * Do it. Called by the trigger's thread; an action that takes longer than the trigger waits for at its end is
         * interrupted.
         *
         * @param firing of the trigger
         * @return what was done, for people, in one line
         * @throws Exception if it fails: the failure is reported, and has no other effect
         */
        String run(EventTrigger.Firing firing) throws Exception;

        /**
         * An action that runs a program, without a shell between. The program finds number, time (nanoseconds since
         * 1970), provider and event of the firing in {@code RINGSIDE_TRIGGER_NUMBER}, {@code …_TIME}, {@code
         * …_PROVIDER} and {@code …_EVENT}, and nothing on standard input; its output is thrown away.
         *
         * @param command program and arguments
         * @param timeout longest time; a program that takes more is killed
         * @return the action
         */
        static Action command(final List<String> command, final Duration timeout) {
            return new CommandAction(command, timeout);
        }

        /**
         * An action that takes a snapshot of a session in overwrite mode, each into a folder of its own: the first
         * number that is free of 000001, 000002, …
         *
         * @param directory    trace directory of the session; created if it is absent
         * @param session      name of a session in overwrite mode, which must be there
         * @param folder       gets a folder for each snapshot; made with the first if it is absent
         * @param errorHandler receives files that are left out
         * @return the action
         * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if there is no such session,
         *                           {@link ErrorCode#WRONG_KIND} if it is not in overwrite mode
         */
        static Action snapshot(final Path directory, final String session, final Path folder,
                final ErrorHandler errorHandler) {
            return SnapshotAction.of(directory, session, folder, errorHandler);
        }

        /**
         * An action that stops a session, also the one that the trigger reads: its consumer takes what is left.
         *
         * @param directory    trace directory of the session; created if it is absent
         * @param session      its name; it must be there
         * @param timeout      longest wait for processes and drain together
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
