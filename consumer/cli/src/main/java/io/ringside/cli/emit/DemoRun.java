package io.ringside.cli.emit;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.Console;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A run of the demo with its three processes, from start to end. Used by the command's thread only. */
final class DemoRun implements AutoCloseable {
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long START_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(30);
    private static final long END_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(30);
    /** A signal from the terminal reaches all processes at once, so a child may end before the signal is seen here. */
    private static final long SIGNAL_DELAY_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final double PAUSE_BEGIN = 0.4;
    private static final double PAUSE_SHARE = 0.15;
    private static final long MIN_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long MAX_PAUSE_NS = TimeUnit.SECONDS.toNanos(2);

    private final CommandContext context;
    private final ChildProcess controller;
    private final ChildProcess consumer;
    private final ChildProcess provider;
    private final Display display;

    private DemoRun(final CommandContext context, final ChildProcess controller, final ChildProcess consumer,
            final ChildProcess provider) {
        this.context = context;
        this.controller = controller;
        this.consumer = consumer;
        this.provider = provider;
        display = new Display(context.console(), provider, consumer);
    }

    static DemoRun start(final CommandContext context, final DemoDirectory directory, final String session) {
        final ChildProcess controller = ChildProcess.start(DemoProcess.Role.CONTROLLER, directory, session);
        final ChildProcess consumer = ChildProcess.start(DemoProcess.Role.CONSUMER, directory, session);
        return new DemoRun(context, controller, consumer,
                ChildProcess.start(DemoProcess.Role.PROVIDER, directory, session));
    }

    /**
     * Runs the demo for a while, and ends the processes in an order that leaves no files behind.
     *
     * @return false if the run was interrupted
     */
    boolean run(final long durationNs) {
        context.console().progress("starting three processes");
        if (!await("ready", START_TIMEOUT_NS, () -> controller.isReady() && consumer.isReady() && provider.isReady())) {
            return false;
        }
        provider.send(ParentLink.GO);
        // On a busy machine the first events may come later than the demo's duration, so this waits for them first.
        return await("first events", START_TIMEOUT_NS, () -> provider.number(0) > 0) && runFor(durationNs) && end();
    }

    DemoLedger ledger() {
        return DemoLedger.of(provider, consumer, controller);
    }

    @Override
    public void close() {
        List.of(provider, consumer, controller).forEach(ChildProcess::close);
    }

    private boolean runFor(final long durationNs) {
        final long pauseBeginNs = (long) (durationNs * PAUSE_BEGIN);
        final long pauseNs = Math.min(MAX_PAUSE_NS, Math.max(MIN_PAUSE_NS, (long) (durationNs * PAUSE_SHARE)));
        final long startNs = System.nanoTime();
        display.begin();
        boolean pausing = false;
        for (long sinceNs = 0; sinceNs < durationNs; sinceNs = System.nanoTime() - startNs) {
            final boolean pause = sinceNs >= pauseBeginNs && sinceNs < pauseBeginNs + pauseNs;
            if (pause != pausing) {
                pausing = pause;
                consumer.send(pause ? ParentLink.PAUSE : ParentLink.RESUME);
            }
            display.show(sinceNs, pausing);
            if (!isGoingOn()) {
                return false;
            }
        }
        consumer.send(ParentLink.RESUME);
        return true;
    }

    private boolean end() {
        provider.send(ParentLink.STOP);
        if (!await("writers ended", END_TIMEOUT_NS, provider::isFinal)) {
            return false;
        }
        controller.send(ParentLink.STOP);
        return await("session ended", END_TIMEOUT_NS, () -> controller.isFinal() && consumer.isFinal());
    }

    private boolean await(final String what, final long timeoutNs, final BooleanSupplier condition) {
        final long deadlineNs = System.nanoTime() + timeoutNs;
        while (!condition.getAsBoolean()) {
            if (!isGoingOn()) {
                return false;
            }
            if (System.nanoTime() - deadlineNs >= 0) {
                throw new RingsideException(ErrorCode.TIMEOUT,
                        "demo timed out: waitedFor=" + what + ": try again on a machine that is less busy");
            }
        }
        return true;
    }

    /** Waits a moment; returns false if the command was interrupted. */
    private boolean isGoingOn() {
        if (context.interruption().await(LOOK_NS)) {
            return false;
        }
        for (final ChildProcess process : List.of(controller, consumer, provider)) {
            if (process.hasFailed()) {
                if (context.interruption().await(SIGNAL_DELAY_NS)) {
                    return false;
                }
                throw process.failure();
            }
        }
        return true;
    }

    /**
     * Shows the progress of the demo: on a terminal in one line that is redrawn, otherwise in one line per second. Used
     * by the command's thread only.
     */
    private static final class Display {
        private static final double NS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
        private static final long REDRAW_NS = TimeUnit.MILLISECONDS.toNanos(200);
        private static final long LINE_NS = TimeUnit.SECONDS.toNanos(1);

        private final Console console;
        private final ChildProcess provider;
        private final ChildProcess consumer;
        private long shownNs;
        private long shownEvents;

        Display(final Console console, final ChildProcess provider, final ChildProcess consumer) {
            this.console = console;
            this.provider = provider;
            this.consumer = consumer;
        }

        /** Starts the measurement; earlier events do not count for the rates. */
        void begin() {
            shownEvents = consumer.number(0);
        }

        void show(final long sinceNs, final boolean pausing) {
            final long elapsedNs = sinceNs - shownNs;
            if (elapsedNs < (console.isRedrawing() ? REDRAW_NS : LINE_NS)) {
                return;
            }
            final long events = consumer.number(0);
            // Delivered events were written, though their process may not have reported it yet.
            final long written = Math.max(provider.number(1), events);
            final String line = String.format(Locale.ROOT,
                    "%4.1f s  %,10d written  %,10d delivered  %,8.0f/s  %,8d lost  %s",
                    sinceNs / NS_PER_SECOND, written, events,
                    (events - shownEvents) * NS_PER_SECOND / elapsedNs, consumer.number(1),
                    pausing ? "(the consumer is paused, lanes are filling up)" : consumer.report().text());
            shownNs = sinceNs;
            shownEvents = events;
            if (console.isRedrawing()) {
                console.progress(line);
            } else {
                console.tell(line);
            }
        }
    }
}
