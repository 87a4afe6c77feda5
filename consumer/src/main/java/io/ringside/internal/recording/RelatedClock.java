package io.ringside.internal.recording;

import io.ringside.RingsideException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.agrona.ErrorHandler;
import org.jspecify.annotations.Nullable;

/** The clock of another host, as measured by its receiver so far. Not thread-safe. */
public final class RelatedClock {
    private final Path path;
    private final ErrorHandler errorHandler;
    private @Nullable HostClock known;
    /** Version of the file, for detecting changes; null if there was no file. */
    private @Nullable Version version;

    private record Version(long modified, long size, @Nullable Object key) {}

    /**
     * Reads a clock, if it was measured.
     *
     * @param path         path of its file
     * @param errorHandler notified of damage
     */
    RelatedClock(final Path path, final ErrorHandler errorHandler) {
        this.path = path;
        this.errorHandler = errorHandler;
        refresh();
    }

    /** Returns the clock as measured so far; null if it was not measured. */
    public @Nullable HostClock known() {
        return known;
    }

    /** Reads the file again if it has changed. */
    public void refresh() {
        final Version now = version();
        if (Objects.equals(now, version)) {
            return;
        }
        version = now;
        try {
            known = HostClock.load(path);
        } catch (final RingsideException e) {
            known = null;
            errorHandler.onError(e);
        }
    }

    private @Nullable Version version() {
        try {
            final BasicFileAttributes read = Files.readAttributes(path, BasicFileAttributes.class);
            return new Version(read.lastModifiedTime().to(TimeUnit.NANOSECONDS), read.size(),
                    read.fileKey());
        } catch (final IOException e) {
            // There is no file yet.
            return null;
        }
    }
}
