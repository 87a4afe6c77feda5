package io.ringside.internal.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The state of a file or folder, by which it is known to be unchanged without reading it. File systems store times in
 * steps, so the stamp of a recent change is inconclusive: see {@link #isSettled}. Immutable.
 *
 * @param identity     identity of the file among all existing files; null if the system has none
 * @param modifiedNs   time of the last change in nanoseconds since the epoch
 * @param length       length of the file in bytes
 * @param takenMs      time in milliseconds since the epoch, read before the other values
 */
public record FileStamp(@Nullable Object identity, long modifiedNs, long length, long takenMs) {
    /** No file system in use has longer steps of time. */
    private static final long STEP_MS = TimeUnit.SECONDS.toMillis(2);

    /**
     * Returns the current stamp of a file.
     *
     * @param path  of the file; a link is not followed
     * @param nowMs the file system's clock, read before, in milliseconds since the epoch
     * @return the stamp; null if it cannot be determined
     */
    public static @Nullable FileStamp of(final Path path, final long nowMs) {
        try {
            final BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class,
                    LinkOption.NOFOLLOW_LINKS);
            return new FileStamp(attributes.fileKey(), attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS),
                    attributes.size(), nowMs);
        } catch (final IOException e) {
            return null;
        }
    }

    /** Returns whether any later change results in another stamp. */
    public boolean isSettled() {
        return identity != null && TimeUnit.NANOSECONDS.toMillis(modifiedNs) < takenMs - STEP_MS;
    }

    /** Returns whether nothing has changed between this stamp, which is consistent, and a later one. */
    public boolean isSame(final @Nullable FileStamp later) {
        return later != null && isSettled() && modifiedNs == later.modifiedNs && length == later.length
                && later.identity != null && later.identity.equals(identity);
    }
}
