package io.ringside.internal.recording;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.registry.SessionRow;
import io.ringside.recording.RecorderContext;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Limits of the size and age of a recording. Immutable.
 *
 * @param mode     growth mode, which determines the effect of the limits
 * @param maxBytes maximum size of all files, or of each file for {@link RecorderContext.Mode#NEWFILE}; {@link #NONE}
 *                 for no limit
 * @param maxAgeNs maximum age of kept events, {@link #NONE} for no limit
 */
public record RecordingLimits(RecorderContext.Mode mode, long maxBytes, long maxAgeNs) {
    /** Value that means no limit. */
    public static final long NONE = 0;
    /** Minimum size of a file: its index, the descriptions at its beginning, and a batch. */
    static final long MIN_FILE_BYTES = 1024 * 1024;
    /** Number of files that share the size, or the age, of a circular recording. */
    public static final int FILES_PER_LIMIT = 8;

    private static final long MIN_CIRCULAR_BYTES = 4 * MIN_FILE_BYTES;
    private static final long MIN_AGE_NS = TimeUnit.SECONDS.toNanos(1);

    /**
     * Check limits against each other.
     *
     * @param mode     growth mode of the recording
     * @param maxBytes maximum size of all files, or of each file for {@link RecorderContext.Mode#NEWFILE}; {@link
     *                 #NONE} for no limit
     * @param maxAgeNs maximum age of kept events, {@link #NONE} for no limit
     * @return the limits
     * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT} if they contradict each other, or are too small
     */
    public static RecordingLimits of(final RecorderContext.Mode mode, final long maxBytes, final long maxAgeNs) {
        final boolean isCircular = mode == RecorderContext.Mode.CIRCULAR;
        final long leastBytes = isCircular ? MIN_CIRCULAR_BYTES : MIN_FILE_BYTES;
        if (maxBytes != NONE && maxBytes < leastBytes) {
            throw refused(mode, "maxBytes=" + maxBytes + ", min=" + leastBytes, "give it more room");
        }
        if (maxAgeNs != NONE && !isCircular) {
            throw refused(mode, "maxAgeNs=" + maxAgeNs, "an age is for mode=circular, where old files give way");
        }
        if (maxAgeNs != NONE && maxAgeNs < MIN_AGE_NS) {
            throw refused(mode, "maxAgeNs=" + maxAgeNs + ", min=" + MIN_AGE_NS, "let it keep what is older");
        }
        if (isCircular && maxBytes == NONE && maxAgeNs == NONE) {
            throw refused(mode, "no limit is set", "say by which size or age old files give way");
        }
        return new RecordingLimits(mode, maxBytes, maxAgeNs);
    }

    /**
     * Check whether a session may be recorded with these limits.
     *
     * @param session session to record
     * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT} if the session is private, and the mode does
     *                         not support private sessions
     */
    public void requireFor(final SessionRow session) {
        if (session.settings().isPrivate()
                && (mode == RecorderContext.Mode.NEWFILE || mode == RecorderContext.Mode.APPEND)) {
            throw refused(mode, "session=" + session.name(), "a private session is recorded sequential or circular");
        }
    }

    public boolean hasSize() {
        return maxBytes != NONE;
    }

    public boolean hasAge() {
        return maxAgeNs != NONE;
    }

    /** Returns the size at which a new file begins, in bytes. */
    public long fileBytes() {
        if (!hasSize() || !mode.isStepped()) {
            return Long.MAX_VALUE;
        }
        return mode == RecorderContext.Mode.NEWFILE ? maxBytes : Math.max(maxBytes / FILES_PER_LIMIT, MIN_FILE_BYTES);
    }

    private static RingsideException refused(final RecorderContext.Mode mode, final String what, final String todo) {
        return new RingsideException(ErrorCode.INVALID_ARGUMENT, "limits do not match the recording's mode: mode="
                + mode.name().toLowerCase(Locale.ROOT) + ", " + what + ": " + todo);
    }
}
