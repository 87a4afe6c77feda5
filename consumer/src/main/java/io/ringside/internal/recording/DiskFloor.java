package io.ringside.internal.recording;

import java.util.function.LongSupplier;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Room that a disk must have for a recording to be written to it. Immutable.
 *
 * @param minFreeBytes below which nothing is written
 * @param freeBytes    how many are free; null for the disk itself
 * @param clock        by which it is asked from time to time, monotonic
 * @param errorHandler notified if the disk cannot be asked
 */
public record DiskFloor(
        long minFreeBytes, @Nullable LongSupplier freeBytes, NanoClock clock, ErrorHandler errorHandler) {
    /** At least two blocks, by which files grow. */
    public static DiskFloor of(final long minFreeBytes, final int blockBytes, final @Nullable LongSupplier freeBytes,
            final NanoClock clock, final ErrorHandler errorHandler) {
        return new DiskFloor(Math.max(minFreeBytes, 2L * blockBytes), freeBytes, clock, errorHandler);
    }
}
