package io.ringside.etw.trace;

import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.recording.RecordedSession;
import io.ringside.internal.recording.RecordingSummary;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.registry.SessionRow;
import io.ringside.session.LossCounts;
import java.nio.file.Path;

/**
 * Header of a trace, with those of ETW's facts that exist here. Immutable.
 *
 * @param loggerName     name of the session
 * @param logFileName    folder of the recording; empty for a session
 * @param clock          clock of the events, with the start of the session
 * @param endNs          latest time in a recording, in nanoseconds since 1970; 0 for a session, or if unknown
 * @param bufferBytes    length of a block in bytes
 * @param buffersWritten number of batches in a recording; 0 for a session
 * @param losses         losses in the recording, or of the session until now
 */
public record TraceHeader(String loggerName, String logFileName, TraceClock clock, long endNs, int bufferBytes,
        long buffersWritten, LossSummary losses) {
    /** Mode of a live session's trace. */
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

    /** Raw times are relative to the time namespace in which the session was read. */
    private static TraceClock clock(final ClockPair start, final long ownShiftNs) {
        return TraceClock.monotonic(start.monotonicNs() + ownShiftNs, start.wallNs());
    }

    /** {@return 0x100 for a session, 0 for a recording} */
    public int logFileMode() {
        return logFileName.isEmpty() ? REAL_TIME_MODE : 0;
    }

    /** {@return number of events that were never recorded} */
    public long eventsLost() {
        return losses.eventsLost();
    }

    /** {@return number of events in buffers that were damaged or discarded} */
    public long buffersLost() {
        return losses.logBuffersLost() + losses.realTimeBuffersLost();
    }
}
