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
 * Free space of the file system with Flight Recorder's repository. Flight Recorder terminates the JVM if it cannot
 * write there, and ending a recording also writes: a reserve is kept for that. Not thread-safe.
 */
final class JfrSpace {
    /** Minimum number of free bytes for starting a recording. */
    static final long START_MIN_BYTES = 128L << 20;
    /** Minimum number of free bytes for continuing a recording. */
    static final long RUNNING_MIN_BYTES = 64L << 20;

    private static final int RESERVE_BYTES = 16 << 20;
    private static final int WRITE_BYTES = 1 << 20;
    private static final Pattern OPTION = Pattern
            .compile("-XX:FlightRecorderOptions[=:](?:.*,)?repository=([^,]+).*");

    private final LongSupplier freeBytes;
    /** The reserve, a file without a name: it is deleted when this channel, or the JVM, is closed. */
    private @Nullable FileChannel reserve;

    /**
     * Creates a check without a reserve.
     *
     * @param freeBytes measures the free space of the repository's file system
     */
    JfrSpace(final LongSupplier freeBytes) {
        this.freeBytes = freeBytes;
    }

    /** Returns the check for this JVM's repository. */
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

    /** Allocates the reserve. A recording continues without it if it cannot be written. */
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
                // The file is filled, since a sparse file reserves nothing.
            }
        } catch (final IOException e) {
            release();
        }
    }

    /** Releases the reserve. */
    void release() {
        CloseHelper.quietClose(reserve);
        reserve = null;
    }

    /** Returns the free space; if it cannot be determined, a number that ends no recording. */
    private static long usableBytes() {
        final Path path = repository();
        return Files.isDirectory(path) ? path.toFile().getUsableSpace() : Long.MAX_VALUE;
    }

    /** Returns the repository, whose name is known once Flight Recorder has created it, for its first recording. */
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
            // Flight Recorder cannot use it either, and uses the temporary directory.
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
            // The runtime image does not contain java.management.
            return null;
        }
    }
}
