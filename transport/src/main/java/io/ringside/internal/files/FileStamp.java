package io.ringside.internal.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Values by which a file or folder is known to be unchanged, without reading it. File systems give times in steps, so
 * of what has changed lately nothing can be said: see {@link #isSettled}. Immutable.
 *
 * @param identity     of the file among others that exist with it; null where the system has none
 * @param modifiedNs   when it was changed last, since the epoch
 * @param length       of the file
 * @param takenMs      when that was found out, since the epoch, read before it
 */
public record FileStamp(@Nullable Object identity, long modifiedNs, long length, long takenMs) {
    /** No file system in use gives times in longer steps. */
    private static final long STEP_MS = TimeUnit.SECONDS.toMillis(2);

    /**
     * Returns the current stamp of a file.
     *
     * @param path  of the file; a link is not followed
     * @param nowMs the file system's clock, read before, in milliseconds since the epoch
     * @return the stamp; null if it cannot be found out
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

    /** Whether any later change would have given another stamp. */
    public boolean isSettled() {
        return identity != null && TimeUnit.NANOSECONDS.toMillis(modifiedNs) < takenMs - STEP_MS;
    }

    /** Whether nothing has changed between this stamp, which is consistent, and a later one. */
    public boolean isSame(final @Nullable FileStamp later) {
        return later != null && isSettled() && modifiedNs == later.modifiedNs && length == later.length
                && later.identity != null && later.identity.equals(identity);
    }
}
