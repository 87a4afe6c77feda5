package io.ringside.internal.drain;

import io.ringside.internal.files.Participant;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.RowStore;
import io.ringside.internal.registry.SessionRow;
import io.ringside.internal.registry.StagedRow;
import io.ringside.session.SessionInfo;
import io.ringside.session.SessionSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A session as a controller would have made it, without a controller. For one thread. */
public final class HandMadeSession implements AutoCloseable {
    /** Clocks at the session's start: ticks of its events count from 0. */
    public static final ClockPair START = new ClockPair(1_700_000_000_000_000_000L, 0);

    private static final SessionSettings SMALL_LANES = SessionSettings.builder("hand-made")
            .laneBytes(LaneGeometry.MIN_LANE_BYTES).lanes(6).build();

    private final Participant participant;
    private final RowStore rows;
    private final List<HandMadeProvider> providers = new ArrayList<>();
    private SessionRow row;

    /**
     * Start a session after the wall clock was stepped.
     *
     * @param path  of a trace directory
     * @param start both clocks at its start
     */
    public static HandMadeSession start(final Path path, final ClockPair start) {
        return start(path, SMALL_LANES, 7, 3, start);
    }

    private HandMadeSession(final Participant participant, final SessionRow row) {
        this.participant = participant;
        this.rows = new RowStore(participant.directory(), participant.files());
        this.row = row;
        new Registry(participant).sessionFolders().create(row.id());
        publish(row);
    }

    /**
     * Start a session with lanes of 64 KiB.
     *
     * @param path of a trace directory
     */
    public static HandMadeSession start(final Path path) {
        return start(path, SMALL_LANES);
    }

    /**
     * Start a session.
     *
     * @param path     of a trace directory
     * @param settings of the session
     */
    public static HandMadeSession start(final Path path, final SessionSettings settings) {
        return start(path, settings, 7, 3);
    }

    /**
     * Start one of several sessions.
     *
     * @param path      of a trace directory
     * @param settings  of the session
     * @param sessionId of the session
     * @param slot      of the session
     */
    public static HandMadeSession start(
            final Path path, final SessionSettings settings, final long sessionId, final int slot) {
        return start(path, settings, sessionId, slot, START);
    }

    private static HandMadeSession start(final Path path, final SessionSettings settings, final long sessionId,
            final int slot, final ClockPair start) {
        final Participant participant = Participant.join(TraceDirectory.open(path));
        return new HandMadeSession(participant,
                new SessionRow(sessionId, slot, SessionInfo.State.RUNNING, 1, settings, start,
                        participant.incarnation()));
    }

    /** Where it stands. */
    public TraceDirectory directory() {
        return participant.directory();
    }

    /** Who made it. */
    public Participant participant() {
        return participant;
    }

    /** Its row. */
    public SessionRow row() {
        return row;
    }

    /** Its rows. */
    public RowStore rows() {
        return rows;
    }

    /** Let a process attach. */
    public HandMadeProvider provider() {
        final HandMadeProvider provider = HandMadeProvider.attach(directory(), row);
        providers.add(provider);
        return provider;
    }

    /** Begin its end. */
    public void stop() {
        row = row.stopping(row.generation() + 1, participant.incarnation());
        publish(row);
    }

    /** Remove its row. */
    public void removeRow() {
        rows.removeSession(row.id());
    }

    private void publish(final SessionRow toPublish) {
        try (StagedRow staged = rows.stage(toPublish)) {
            staged.publish();
        }
    }

    @Override
    public void close() {
        providers.forEach(HandMadeProvider::close);
        participant.close();
    }
}
