package io.ringside.internal.recording;

import io.ringside.internal.files.Incarnation;
import io.ringside.internal.lane.Checkpoint;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** State of one session of a recording in a reader; each session counts its own lanes. Not thread-safe. */
final class ReadSession {
    private final Map<Incarnation, RecordedProcess> processes = new HashMap<>();
    private final Map<LaneKey, Checkpoint> lanes = new HashMap<>();
    private final Map<LaneKey, Long> damagesBefore = new HashMap<>();
    private final SessionLosses losses = new SessionLosses();
    private final Function<Incarnation, RecordedProcess> newProcess;
    private @Nullable RecordedSession session;
    /** Key of the lane used last; mostly it is used again. */
    private @Nullable LaneKey lastKey;
    private long watermarkTicks;

    ReadSession(final SchemaLookup schemas, final Consumer<RecordedProcess> describer) {
        this.newProcess = incarnation -> new RecordedProcess(incarnation, session, schemas, describer);
    }

    /** Returns the session; null before its excerpt was read. */
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

    /** Returns the totals after the part of a lane that was read; null if nothing of it was read. */
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
     * Returns whether there was damage since the previous call for a lane: events missing since then were in the
     * damaged part.
     *
     * @param damages number of damaged places in the recording so far
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

    /** Returns the losses of the session in the part read so far. */
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
