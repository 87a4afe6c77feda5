package io.ringside.internal.recording;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.session.LossCounts;
import java.nio.file.Path;

/**
 * The description that a recording gives of itself as a whole. Immutable.
 * <p>
 * Losses are those of the sessions' totals, as far as the recording has reported them: also of events that another
 * drain has taken, and of those in files that were removed. Events that were discarded after the recorder was gone are
 * missing. A recording that was written out of others has the losses of their sessions, whatever was left out.
 *
 * @param session         in it, the first one if the recording was appended to
 * @param batches         in the files that are there
 * @param events          in all batches
 * @param lost            events by cause, of all sessions
 * @param discardedInGaps events among them that were discarded, and that gaps in the files report
 * @param endNs           when the last checkpoint was written, in nanoseconds since 1970, or {@link #NULL_END_NS}
 * @param ended           whether its last session has ended and all of it is there
 */
public record RecordingSummary(RecordedSession session, long batches, long events, LossCounts lost,
        long discardedInGaps, long endNs, boolean ended) {
    /** End of a recording without a checkpoint: its recorder was killed soon. */
    public static final long NULL_END_NS = 0;

    /**
     * Read a recording once from its first excerpt to its last. What is damaged is left out: who reads the recording is
     * reported it.
     *
     * @param folder of the recording, also while it is being written
     * @return the summary
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if the folder holds no recording,
     *                           {@link ErrorCode#ACCESS_DENIED} if it, or a file of it, may not be read, or
     *                           {@link ErrorCode#CORRUPT} if it cannot be read or describes no session
     */
    public static RecordingSummary read(final Path folder) {
        try (RecordingReader reader = RecordingReader.open(folder)) {
            return reader.summary();
        }
    }
}
