package io.ringside.cli.emit;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A reader of message files in the LOBSTER format. It reads line by line, in constant memory. Not thread-safe. */
final class MessageReader implements AutoCloseable {
    /** The remedy in messages about unreadable files. */
    static final String REMEDY = "choose a file that exists and is readable";

    /** Far more than six numbers need. */
    private static final int MAX_LINE_BYTES = 256;
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int END = -1;

    private final Path path;
    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final byte[] line = new byte[MAX_LINE_BYTES];
    private int buffered;
    private int next;
    private long taken;
    private long lineNumber;
    private long lastTimeNs;

    private MessageReader(final Path path, final InputStream in) {
        this.path = path;
        this.in = in;
    }

    /**
     * Opens a file.
     *
     * @throws RingsideException if there is none, or the file cannot be read twice
     */
    static MessageReader open(final Path path) {
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new RingsideException(ErrorCode.FILE_SYSTEM, "not a regular file: file=" + path
                    + ": save the input to a file, because it is read twice");
        }
        try {
            return new MessageReader(path, Files.newInputStream(path));
        } catch (final IOException e) {
            throw RingsideException.ofFile("read orders from a file", path, e, REMEDY);
        }
    }

    /**
     * Reads a line.
     *
     * @param message receives the values of the line
     * @return false at the end of the file
     * @throws RingsideException if the line is malformed, or its time is before that of the previous line
     */
    boolean next(final OrderMessage message) {
        final int length = readLine();
        if (length == END) {
            return false;
        }
        lineNumber++;
        @Nullable
        String problem = length > MAX_LINE_BYTES
                ? "it is longer than " + MAX_LINE_BYTES + " bytes"
                : message.parse(line, length);
        if (problem == null && message.timeNs < lastTimeNs) {
            problem = "time is before that of the previous line";
        }
        if (problem != null) {
            throw new RingsideException(ErrorCode.CORRUPT, "line is malformed: file=" + path + ", line=" + lineNumber
                    + ", problem=" + problem + ": fix it; the lines after it were not read");
        }
        lastTimeNs = message.timeNs;
        return true;
    }

    /** Returns the number of bytes in the lines read so far. */
    long position() {
        return taken;
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (final IOException e) {
            throw RingsideException.ofFile("close a file", path, e, REMEDY);
        }
    }

    /** Reads a line and returns its length: above {@link #MAX_LINE_BYTES} if too long, {@link #END} at the end. */
    private int readLine() {
        int length = 0;
        boolean any = false;
        for (int value = read(); value != END; value = read()) {
            any = true;
            if (value == '\n') {
                break;
            }
            if (length < MAX_LINE_BYTES) {
                line[length] = (byte) value;
            }
            length = Math.min(length + 1, MAX_LINE_BYTES + 1);
        }
        if (!any) {
            return END;
        }
        return length > 0 && length <= MAX_LINE_BYTES && line[length - 1] == '\r' ? length - 1 : length;
    }

    private int read() {
        if (next == buffered) {
            try {
                buffered = in.read(buffer);
            } catch (final IOException e) {
                throw RingsideException.ofFile("read orders from a file", path, e, REMEDY);
            }
            next = 0;
            if (buffered <= 0) {
                buffered = 0;
                return END;
            }
        }
        taken++;
        return buffer[next++];
    }
}
