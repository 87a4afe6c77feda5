package io.ringside.internal.recording;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.session.LossCounts;
import java.nio.file.Path;

/**
 * Summary of a whole recording, from its own content. Immutable.
 * <p>
 * Losses are the sessions' totals in the recording, including losses of events that another drain has taken, and those
 * in removed files. Events discarded after the recorder had ended are not included. A recording written from others has
 * the losses of their sessions, whatever was left out.
 *
 * @param session         session, the first one if the recording was appended to
 * @param batches         number of batches in the existing files
 * @param events          number of events in all batches
 * @param lost            lost events by cause, of all sessions
 * @param discardedInGaps discarded events among them that are reported by gaps in the files
 * @param endNs           time of the last checkpoint in nanoseconds since 1970, or {@link #NULL_END_NS}
 * @param ended           whether its last session has ended and is complete
 */
public record RecordingSummary(RecordedSession session, long batches, long events, LossCounts lost,
        long discardedInGaps, long endNs, boolean ended) {
    /** End of a recording without a checkpoint, whose recorder was killed early. */
    public static final long NULL_END_NS = 0;

    /**
     * Read a recording once from its first excerpt to its last. Damaged parts are skipped; readers of the recording
     * report them.
     *
     * @param folder folder of the recording, also while it is being written
     * @return the summary
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if the folder contains no recording, {@link
     *                           ErrorCode#ACCESS_DENIED} if it, or a file of it, may not be read, or {@link
     *                           ErrorCode#CORRUPT} if it cannot be read or describes no session
     */
    public static RecordingSummary read(final Path folder) {
        try (RecordingReader reader = RecordingReader.open(folder)) {
            return reader.summary();
        }
    }
}
