package io.ringside.etw.trace;

import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.recording.RecordedSession;
import io.ringside.internal.recording.RecordingSummary;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.registry.SessionRow;
import io.ringside.session.LossCounts;
import java.nio.file.Path;

/**
 * The header of a trace, with the facts of ETW's that exist here. Immutable.
 *
 * @param loggerName     name of the session
 * @param logFileName    folder of the recording; empty if it is a session
 * @param clock          of the events, with the start of the session
 * @param endNs          last moment that a recording describes, in nanoseconds since 1970; 0 of a session, or if
 *     unknown
 * @param bufferBytes    bytes of a block
 * @param buffersWritten batches of a recording; 0 of a session
 * @param losses         of the session: of a recording those in it, of a session those up to now
 */
public record TraceHeader(String loggerName, String logFileName, TraceClock clock, long endNs, int bufferBytes,
        long buffersWritten, LossSummary losses) {
    /** Mode of a trace of a session. */
    public static final int REAL_TIME_MODE = 0x100;

    static TraceHeader of(final Path folder, final RecordingSummary recording) {
        final RecordedSession session = recording.session();
        return new TraceHeader(session.name(), folder.toString(),
                clock(session.start(), session.ownShiftNs()), recording.endNs(),
                session.requireGeometry().blockBytes(), recording.batches(),
                LossSummary.of(recording.lost()));
    }

    static TraceHeader of(final SessionRow session, final long ownShiftNs, final LossCounts lost) {
        return new TraceHeader(session.name(), "", clock(session.start(), ownShiftNs), 0,
                LaneGeometry.of(session.settings().laneBytes()).blockBytes(), 0, LossSummary.of(lost));
    }

    /** Raw times are those of the namespace in which the session was read. */
    private static TraceClock clock(final ClockPair start, final long ownShiftNs) {
        return TraceClock.monotonic(start.monotonicNs() + ownShiftNs, start.wallNs());
    }

    /** {@return 0x100 of a session, 0 of a recording} */
    public int logFileMode() {
        return logFileName.isEmpty() ? REAL_TIME_MODE : 0;
    }

    /** {@return events that were never recorded} */
    public long eventsLost() {
        return losses.eventsLost();
    }

    /** {@return events in buffers that were damaged or given up} */
    public long buffersLost() {
        return losses.logBuffersLost() + losses.realTimeBuffersLost();
    }
}
