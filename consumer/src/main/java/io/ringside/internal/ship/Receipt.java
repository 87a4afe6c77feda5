package io.ringside.internal.ship;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.recording.RecordingCopy;
import io.ringside.internal.recording.RecordingOrigin;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A receiver's position in a recording that it writes, with its counts: a small file of lines NAME=VALUE beside the
 * recording. It may be older than the recording, but never newer: excerpts that were appended after the receipt was
 * saved are counted when it is read again. Not thread-safe.
 */
final class Receipt {
    private static final String HEADING = "ringside-received 1";
    private static final int HEAD_LINES = 3;
    private static final int MAX_BYTES = 8192;

    private static final String SOURCE = "source=";
    private static final int HOST_MAX_CHARS = 255;

    private final Path path;
    /** The source that numbers the records; empty before the first record. */
    String source = "";
    /** Name of the sender's host; empty if unknown. */
    String host = "";
    /** Sequence of the next expected record; -1 before the first record. */
    long sequence = -1;
    /** Current file number in the sender's recording; -1 if unknown. */
    long file = -1;
    /** Current file number of the copy; {@code copyEnd} is the position of its end. */
    long copyFile = RecordingCopy.NULL_FILE;
    long copyEnd;
    /** Events of the sender's recording that are accounted for: shipped before the first record, received, or lost. */
    long events;
    long before;
    long received;
    long lost;
    long bytes;
    /** Time at which the sender created the last received record, in nanoseconds since 1970. */
    long sentNs;
    /** 1 while descriptions are being appended, which are not numbered records. */
    long describing;
    /** 1 if the next record begins a new file of the copy. */
    long rolling;
    /** Number of records that were skipped because the copy already contained them. */
    long repeated;

    Receipt(final Path path) {
        this.path = path;
    }

    /** Loads the receipt; returns false if there is none. */
    boolean load() {
        final String text;
        try {
            if (Files.size(path) > MAX_BYTES) {
                throw damaged();
            }
            text = Files.readString(path);
        } catch (final NoSuchFileException e) {
            return false;
        } catch (final IOException e) {
            throw RingsideException.ofFile("read the receipt of a recording", path, e);
        }
        final Map<String, Long> values = new LinkedHashMap<>();
        final List<String> lines = text.lines().toList();
        if (lines.size() < HEAD_LINES || !lines.get(0).equals(HEADING) || !lines.get(1).startsWith(SOURCE)
                || !lines.get(2).startsWith(RecordingOrigin.HOST_LINE)) {
            throw damaged();
        }
        source = lines.get(1).substring(SOURCE.length());
        host = lines.get(2).substring(RecordingOrigin.HOST_LINE.length());
        for (final String line : lines.subList(HEAD_LINES, lines.size())) {
            final int equals = line.indexOf('=');
            try {
                values.put(line.substring(0, Math.max(equals, 0)), Long.parseLong(line.substring(equals + 1)));
            } catch (final NumberFormatException e) {
                throw damaged();
            }
        }
        sequence = value(values, "sequence");
        file = value(values, "file");
        copyFile = value(values, "copyFile");
        copyEnd = value(values, "copyEnd");
        events = value(values, "events");
        before = value(values, "before");
        received = value(values, "received");
        lost = value(values, "lost");
        bytes = value(values, "bytes");
        sentNs = value(values, "sentNs");
        describing = value(values, "describing");
        rolling = value(values, "rolling");
        repeated = value(values, "repeated");
        return true;
    }

    private long value(final Map<String, Long> values, final String name) {
        final Long value = values.get(name);
        if (value == null || value < -1) {
            throw damaged();
        }
        return value;
    }

    void save() {
        final String text = HEADING + "\n" + SOURCE + source + "\n" + RecordingOrigin.HOST_LINE + host + "\nsequence="
                + sequence + "\nfile=" + file
                + "\ncopyFile=" + copyFile
                + "\ncopyEnd=" + copyEnd + "\nevents=" + events + "\nbefore=" + before + "\nreceived=" + received
                + "\nlost=" + lost + "\nbytes=" + bytes + "\nsentNs=" + sentNs + "\ndescribing=" + describing
                + "\nrolling=" + rolling + "\nrepeated=" + repeated + "\n";
        write(path, text);
    }

    /** Returns the name of a host without characters that would break a line, because it comes from other hosts. */
    static String hostOf(final String name) {
        final StringBuilder plain = new StringBuilder();
        name.codePoints().limit(HOST_MAX_CHARS).map(point -> Character.isISOControl(point) || point == 0x2028
                || point == 0x2029 || !Character.isDefined(point) || Character.getType(point) == Character.SURROGATE
                        ? '?'
                        : point)
                .forEach(plain::appendCodePoint);
        return plain.toString().strip();
    }

    /** Replaces a small file atomically: readers see either the old content or the new one. */
    static void write(final Path path, final String text) {
        final Path temporary = path.resolveSibling(path.getFileName() + ".tmp");
        try {
            Files.writeString(temporary, text);
            try {
                Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
            } catch (final AtomicMoveNotSupportedException e) {
                Files.move(temporary, path, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (final IOException e) {
            try {
                Files.deleteIfExists(temporary);
            } catch (final IOException remaining) {
                e.addSuppressed(remaining);
            }
            throw RingsideException.ofFile("write down what was received", path, e);
        }
    }

    private RingsideException damaged() {
        return new RingsideException(ErrorCode.CORRUPT,
                "receipt of a recording is damaged, or of another version: path=" + path
                        + ": remove it, the recording, and the file " + ReceiverFolder.OFFSETS_NAME
                        + " beside them, and receive it again");
    }
}
