package io.ringside.cli.counters;

import io.ringside.RingsideException;
import io.ringside.cli.console.Console;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import org.agrona.CloseHelper;
import org.jspecify.annotations.Nullable;

/**
 * The output for samples: lines of the console, of one file, or of several files one after another. Existing files are
 * never overwritten. Not thread-safe.
 */
final class SampleOutput implements AutoCloseable {
    private final Console console;
    private final @Nullable Path path;
    private final long maxBytes;
    private @Nullable OutputStream stream;
    /** The file being written. */
    private @Nullable Path file;
    private String heading = "";
    private int files;
    private long length;
    private boolean hasLines;

    private SampleOutput(final Console console, final @Nullable Path path, final long maxBytes) {
        this.console = console;
        this.path = path;
        this.maxBytes = maxBytes;
    }

    /**
     * Opens the output; the first file is created by {@link #begin()}.
     *
     * @param console  for the lines if there is no file
     * @param path     of the file; null for none
     * @param maxBytes maximum size of a file, which makes all files numbered; 0 for one file without a limit
     */
    static SampleOutput open(final Console console, final @Nullable Path path, final long maxBytes) {
        return new SampleOutput(console, path, maxBytes);
    }

    /** Creates the first file, which may end up without a line. */
    void begin() {
        if (path != null) {
            nextFile(path);
        }
    }

    /** Writes the line that begins this file and all further ones. */
    void begin(final String line) {
        heading = line;
        if (path == null) {
            console.print(line);
        } else {
            nextFile(path);
        }
    }

    /** Writes a line. Begins another file if the line does not fit into this one, unless it is the first line. */
    void print(final CharSequence line) {
        if (path == null) {
            console.print(line);
            return;
        }
        final byte[] bytes = bytes(line);
        if (stream == null || (maxBytes > 0 && hasLines && length + bytes.length > maxBytes)) {
            nextFile(path);
        }
        write(path, bytes);
        hasLines = true;
    }

    @Override
    public void close() {
        if (stream != null && path != null) {
            try {
                stream.close();
            } catch (final IOException e) {
                throw RingsideException.ofFile("close a sample file", path, e);
            }
        }
    }

    /** Removes the newest file. To be called instead of closing the output, or when closing fails. Does not throw. */
    void discard() {
        CloseHelper.quietClose(stream);
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (final IOException e) {
            console.tell("the samples written are incomplete: " + e.getMessage());
        }
    }

    private void nextFile(final Path base) {
        close();
        files++;
        final Path next = maxBytes == 0 ? base : numbered(base, files);
        try {
            stream = Files.newOutputStream(next, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            file = next;
        } catch (final IOException e) {
            throw RingsideException.ofFile("create a sample file", next, e);
        }
        length = 0;
        hasLines = false;
        if (!heading.isEmpty()) {
            write(next, bytes(heading));
        }
    }

    private void write(final Path to, final byte[] bytes) {
        try {
            if (stream != null) {
                stream.write(bytes);
                length += bytes.length;
            }
        } catch (final IOException e) {
            throw RingsideException.ofFile("write samples", to, e);
        }
    }

    private static byte[] bytes(final CharSequence line) {
        return (line + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Inserts the number before the last dot of the name. */
    private static Path numbered(final Path base, final int number) {
        final String name = String.valueOf(base.getFileName());
        final int dot = name.lastIndexOf('.') <= 0 ? name.length() : name.lastIndexOf('.');
        return base.resolveSibling(
                name.substring(0, dot) + String.format(Locale.ROOT, "_%06d", number) + name.substring(dot));
    }
}
