package io.ringside.internal.recording;

import io.ringside.internal.files.Incarnation;
import io.ringside.internal.lane.Checkpoint;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The state of one of a recording's sessions in a reader: each counts its lanes for itself. Not thread-safe. */
final class ReadSession {
    private final Map<Incarnation, RecordedProcess> processes = new HashMap<>();
    private final Map<LaneKey, Checkpoint> lanes = new HashMap<>();
    private final Map<LaneKey, Long> damagesBefore = new HashMap<>();
    private final SessionLosses losses = new SessionLosses();
    private final Function<Incarnation, RecordedProcess> newProcess;
    private @Nullable RecordedSession session;
    /** Key of the last lane that was asked for: mostly it is asked for again. */
    private @Nullable LaneKey lastKey;
    private long watermarkTicks;

    ReadSession(final SchemaLookup schemas, final Consumer<RecordedProcess> describer) {
        this.newProcess = incarnation -> new RecordedProcess(incarnation, session, schemas, describer);
    }

    /** The session; null while its excerpt was not read. */
    @Nullable
    RecordedSession session() {
        return session;
    }

    void session(final RecordedSession recorded) {
        session = recorded;
        processes.values().forEach(process -> process.session(recorded));
    }

    boolean isOf(final RecordedSession recorded) {
        final RecordedSession known = session;
        return known == null || known.isSameAs(recorded);
    }

    RecordedProcess process(final Incarnation incarnation) {
        return processes.computeIfAbsent(incarnation, newProcess);
    }

    /** The totals after what was read of a lane; null if that is nothing. */
    @Nullable
    Checkpoint lane(final Incarnation incarnation, final int lane) {
        LaneKey key = lastKey;
        if (key == null || key.index() != lane || !key.process().equals(incarnation)) {
            key = new LaneKey(incarnation, lane);
            lastKey = key;
        }
        return lanes.get(key);
    }

    /**
     * Whether something was damaged since a lane was asked for here before: what it misses since then was damaged.
     *
     * @param damages of the recording, up to now
     */
    boolean isDamaged(final Incarnation incarnation, final int lane, final long damages) {
        if (damages == 0) {
            return false;
        }
        final Long before = damagesBefore.put(new LaneKey(incarnation, lane), damages);
        return before == null || before < damages;
    }

    void newLane(final Incarnation incarnation, final int lane, final Checkpoint books) {
        lanes.put(new LaneKey(incarnation, lane), new Checkpoint().set(books));
    }

    /** Returns the losses of the session, as far as was read. */
    SessionLosses losses() {
        return losses;
    }

    long watermarkTicks() {
        return watermarkTicks;
    }

    void watermarkTicks(final long ticks) {
        watermarkTicks = ticks;
    }
}
