package io.ringside.cli.doctor;

import io.ringside.control.Controller;
import io.ringside.control.SessionStatus;
import io.ringside.session.LossCause;
import io.ringside.session.SessionInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/** Finds running sessions that lose events, by reading their ledgers twice. Not thread-safe. */
final class LosingSessions {
    private static final long PAUSE_MS = 500;
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    private final Controller controller;
    private final NanoClock clock;
    private final Runnable pause;

    LosingSessions(final Controller controller) {
        this(controller, SystemNanoClock.INSTANCE, LosingSessions::pause);
    }

    /**
     * Creates the check with a clock and a pause, for tests.
     *
     * @param controller of the sessions
     * @param clock      monotonic
     * @param pause      between the readings
     */
    LosingSessions(final Controller controller, final NanoClock clock, final Runnable pause) {
        this.controller = controller;
        this.clock = clock;
        this.pause = pause;
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns one line for each session that is losing events now, or that has lost some and is not drained. */
    List<String> problems(final List<SessionInfo> sessions) {
        final Map<SessionInfo, SessionStatus> before = new LinkedHashMap<>();
        for (final SessionInfo session : sessions) {
            final SessionStatus status = session.isRunning() ? controller.query(session) : null;
            // A session without undelivered events and without losses is not losing any.
            if (status != null && (lost(status) > 0 || status.ledger().totals().inRing() > 0)) {
                before.put(session, status);
            }
        }
        final List<String> problems = new ArrayList<>();
        if (!before.isEmpty()) {
            final long startNs = clock.nanoTime();
            pause.run();
            before.forEach((session, first) -> {
                final SessionStatus second = controller.query(session);
                if (second != null) {
                    final double seconds = Math.max(1, clock.nanoTime() - startNs) / (double) SECOND_NS;
                    add(second, Math.round((lost(second) - lost(first)) / seconds), problems);
                }
            });
        }
        return problems;
    }

    private static void add(final SessionStatus status, final long lostPerSecond, final List<String> problems) {
        final String name = "name=" + status.session().name() + ", lostPerSecond=" + lostPerSecond + ", lost="
                + lost(status);
        if (status.drain() == null && status.ledger().totals().lost().of(LossCause.FULL) > 0) {
            problems.add("session loses events, and nobody drains it: " + name + ": run tail or record, stop it, or"
                    + " start it with --overflow drop-oldest");
        } else if (lostPerSecond > 0) {
            problems.add("session loses events: " + name + ", drain=" + status.drain()
                    + ": query shows the causes, and stop what would have helped");
        }
    }

    private static long lost(final SessionStatus status) {
        return status.ledger().totals().lost().total();
    }
}
