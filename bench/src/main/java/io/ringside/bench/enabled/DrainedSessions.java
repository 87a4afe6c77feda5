package io.ringside.bench.enabled;

import io.ringside.bench.fixture.CountingSink;
import io.ringside.bench.fixture.SessionControl;
import io.ringside.bench.fixture.TracedProcess;
import io.ringside.control.EnableRequest;
import io.ringside.event.Keyword;
import io.ringside.event.Level;
import io.ringside.internal.drain.DrainContext;
import io.ringside.internal.drain.SessionDrain;
import io.ringside.session.Enablement;
import io.ringside.session.SessionSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Sessions with default settings, and their drains. Not thread-safe. */
final class DrainedSessions implements AutoCloseable {
    /** Interval of searches for lanes, so long that they happen only on request and none follows a batch. */
    private static final long SCAN_INTERVAL_NS = TimeUnit.DAYS.toNanos(1);

    private final SessionControl control;
    private final CountingSink counter = new CountingSink();
    private final List<SessionDrain> drains = new ArrayList<>();

    private DrainedSessions(final Path directory) {
        control = SessionControl.open(directory);
    }

    /** Starts sessions that want all events of the bench's provider. */
    static DrainedSessions start(final Path directory, final int count) {
        final Enablement everything = Enablement.of(Level.MAX, Keyword.NONE, Keyword.NONE);
        final DrainedSessions sessions = new DrainedSessions(directory);
        for (int i = 0; i < count; i++) {
            sessions.start("bench-" + i, List.of(EnableRequest.of(TracedProcess.PROVIDER, everything)));
        }
        return sessions;
    }

    /** Starts a session by a clock, that wants everything of the bench's provider. */
    static DrainedSessions start(final Path directory, final SessionSettings.ClockKind clock) {
        final DrainedSessions sessions = new DrainedSessions(directory);
        sessions.addDrain(sessions.control.start(SessionSettings.builder("bench").clock(clock).build(),
                List.of(EnableRequest.of(TracedProcess.PROVIDER,
                        Enablement.of(Level.MAX, Keyword.NONE, Keyword.NONE)))));
        return sessions;
    }

    /** Starts a session with the given enablements. */
    static DrainedSessions start(final Path directory, final List<EnableRequest> requests) {
        final DrainedSessions sessions = new DrainedSessions(directory);
        sessions.start("bench", requests);
        return sessions;
    }

    /** Finds new lanes. */
    void findLanes() {
        drains.forEach(SessionDrain::scanSoon);
        drains.forEach(drain -> drain.poll(counter, Integer.MAX_VALUE));
    }

    /** Drains a batch from every session. */
    void drain() {
        drain(Batch.EVENTS);
    }

    /** Drains a number of events from every session. */
    void drain(final int eventsPerSession) {
        counter.take();
        for (int i = 0; i < drains.size(); i++) {
            final SessionDrain drain = drains.get(i);
            while (!drain.isEmpty()) {
                drain.poll(counter, Integer.MAX_VALUE);
            }
        }
        Batch.check((long) eventsPerSession * drains.size(), counter.take());
    }

    /** Ends the sessions. Fails if a ledger has losses. */
    @Override
    public void close() {
        for (final SessionDrain drain : drains) {
            final String name = drain.session().settings().name();
            drain.close();
            control.stop(name);
        }
        control.close();
    }

    private void start(final String name, final List<EnableRequest> requests) {
        addDrain(control.start(name, requests));
    }

    private void addDrain(final long sessionId) {
        drains.add(SessionDrain.open(new DrainContext(control.participant())
                .errorHandler(SessionControl.ERRORS).scanIntervalNs(SCAN_INTERVAL_NS), sessionId));
    }

    /**
     * Batch of events that keeps the rings from being full. One call of a bench writes a batch; between calls, outside
     * the measured time, the same thread drains the batch. The ring is thus never full and never accessed by a second
     * core, for ourselves and the baselines. Drained and written events are compared. Stateless.
     */
    static final class Batch {
        /** Number of events per call: they fit into a ring of {@link #RING_BYTES} even with the largest payload. */
        static final int EVENTS = 192;

        /** Size of every ring in bytes: the default size of a lane. */
        static final int RING_BYTES = 256 * 1024;

        private Batch() {}

        /** Fails if not all events were drained: the figure would include the path of a full ring. */
        static void check(final long written, final long drained) {
            if (written != drained) {
                throw new IllegalStateException("not all events of a batch came out: written=" + written + ", drained="
                        + drained + ": the ring was full, and the figure would be wrong");
            }
        }
    }
}
