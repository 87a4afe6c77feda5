package io.ringside.bridge.jfr;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.CloseHelper;
import org.jspecify.annotations.Nullable;

/**
 * Free space of the file system that has Flight Recorder's repository. Flight Recorder ends the JVM when it cannot
 * write there, and ending a recording writes as well: a reserve is kept for that. For one thread.
 */
final class JfrSpace {
    /** A recording is not started below this. */
    static final long START_MIN_BYTES = 128L << 20;
    /** A recording is ended below this. */
    static final long RUNNING_MIN_BYTES = 64L << 20;

    private static final int RESERVE_BYTES = 16 << 20;
    private static final int WRITE_BYTES = 1 << 20;
    private static final Pattern OPTION = Pattern
            .compile("-XX:FlightRecorderOptions[=:](?:.*,)?repository=([^,]+).*");

    private final LongSupplier freeBytes;
    /** The file has no name any more: it ends with this channel, or with the JVM. */
    private @Nullable FileChannel reserve;

    /**
     * A check that has no reserve yet.
     *
     * @param freeBytes probe of the repository's file system
     */
    JfrSpace(final LongSupplier freeBytes) {
        this.freeBytes = freeBytes;
    }

    /** The space of this JVM's repository. */
    static JfrSpace ofThisJvm() {
        return new JfrSpace(JfrSpace::usableBytes);
    }

    /**
     * Compares the free space with a minimum.
     *
     * @param minBytes of the file system
     * @return the shortage, for a message; null if there is enough
     */
    @Nullable
    JfrShortage shortage(final long minBytes) {
        final long free = freeBytes.getAsLong();
        return free < minBytes ? new JfrShortage(repository(), free, minBytes) : null;
    }

    /** Takes the reserve. A recording goes on without it if it cannot be written. */
    void reserve() {
        release();
        try {
            final Path path = Files.createTempFile(repository(), "ringside", ".reserve");
            final FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE,
                    StandardOpenOption.DELETE_ON_CLOSE);
            reserve = file;
            Files.delete(path);
            final ByteBuffer zeros = ByteBuffer.allocate(WRITE_BYTES);
            for (int written = 0; written < RESERVE_BYTES; written += file.write(zeros.clear())) {
                // Written, since a sparse file reserves nothing.
            }
        } catch (final IOException e) {
            release();
        }
    }

    /** Gives the reserve back to the file system. */
    void release() {
        CloseHelper.quietClose(reserve);
        reserve = null;
    }

    /** Space that cannot be found out ends no recording. */
    private static long usableBytes() {
        final Path path = repository();
        return Files.isDirectory(path) ? path.toFile().getUsableSpace() : Long.MAX_VALUE;
    }

    /** Flight Recorder names its repository once it has made it, and makes it for its first recording. */
    private static Path repository() {
        final String made = System.getProperty("jdk.jfr.repository");
        try {
            final String wanted = made == null ? wanted() : made;
            if (wanted != null) {
                final Path path = Path.of(wanted);
                if (Files.isDirectory(path)) {
                    return path;
                }
            }
        } catch (final InvalidPathException e) {
            // Flight Recorder cannot use it either, and takes the temporary directory.
        }
        return Path.of(System.getProperty("java.io.tmpdir"));
    }

    private static @Nullable String wanted() {
        try {
            String path = null;
            for (final String argument : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
                final Matcher option = OPTION.matcher(argument);
                if (option.matches()) {
                    path = option.group(1);
                }
            }
            return path;
        } catch (final LinkageError e) {
            // A runtime image without java.management.
            return null;
        }
    }
}
