package io.ringside.recording;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.UUID;

/**
 * Position in a recording, such as the point up to which a reader has delivered its events. {@code
 * EventReader.position()} returns it, and another reader continues there with {@code Source.after}, in the same process
 * or a later one. It stays valid while the recording grows, when new files begin, and when the recorder is restarted.
 * It is rejected if its file was removed, or if the recording was changed.
 * <p>
 * As text, it is {@code RECORDING/FILE/OFFSET/CHECKSUM/EVENTS}, which {@link #parse} reads. Positions of one recording
 * are ordered. Immutable.
 *
 * @param recordingId id of the recording, the same in all of its files
 * @param file        number of the file, increasing from file to file
 * @param offset      offset in the file of the last excerpt before the position, in bytes
 * @param checksum    checksum of that excerpt, 0 to 2<sup>32</sup> - 1
 * @param events      number of events recorded up to the position, including those of removed files
 */
public record RecordingPosition(UUID recordingId, int file, long offset, long checksum, long events)
        implements
            Comparable<RecordingPosition> {
    private static final int PARTS = 5;
    private static final long MAX_CHECKSUM = 0xFFFF_FFFFL;
    private static final HexFormat HEX = HexFormat.of();
    private static final Comparator<RecordingPosition> ORDER = Comparator.comparingInt(RecordingPosition::file)
            .thenComparingLong(RecordingPosition::offset);

    /**
     * Checks the parts.
     *
     * @param recordingId id of the recording, the same in all of its files
     * @param file        number of the file, increasing from file to file
     * @param offset      offset in the file of the last excerpt before the position, in bytes
     * @param checksum    checksum of that excerpt, 0 to 2<sup>32</sup> - 1
     * @param events      number of events recorded up to the position, including those of removed files
     * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT} if no recording has such a position
     */
    public RecordingPosition {
        if (file < 0 || offset < 0 || checksum < 0 || checksum > MAX_CHECKSUM || events < 0) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "invalid position of a recording: file=" + file
                    + ", offset=" + offset + ", checksum=" + checksum + ", events=" + events
                    + ": use one that a reader has returned");
        }
    }

    /**
     * Read a position from its text.
     *
     * @param text text returned by {@link #toString}
     * @return the position
     * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT} if the text is anything else
     */
    public static RecordingPosition parse(final String text) {
        final String[] parts = text.split("/", -1);
        try {
            if (parts.length == PARTS) {
                final RecordingPosition position = new RecordingPosition(UUID.fromString(parts[0]),
                        Integer.parseInt(parts[1]), Long.parseLong(parts[2]), HexFormat.fromHexDigitsToLong(parts[3]),
                        Long.parseLong(parts[4]));
                if (position.toString().equals(text)) {
                    return position;
                }
            }
        } catch (final IllegalArgumentException | RingsideException e) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, invalid(text), e);
        }
        throw new RingsideException(ErrorCode.INVALID_ARGUMENT, invalid(text));
    }

    private static String invalid(final String text) {
        return "invalid position of a recording: '" + text
                + "': expected RECORDING/FILE/OFFSET/CHECKSUM/EVENTS, as a reader has returned it";
    }

    /**
     * Compare with another position of the same recording.
     *
     * @throws RingsideException if the other position belongs to another recording
     */
    @Override
    public int compareTo(final RecordingPosition other) {
        if (!recordingId.equals(other.recordingId)) {
            throw RingsideException.invalidArgument("positions of two recordings have no order: position=" + this
                    + ", other=" + other);
        }
        return ORDER.compare(this, other);
    }

    /** {@return the position's text, which {@link #parse} reads} */
    @Override
    public String toString() {
        return recordingId + "/" + file + "/" + offset + "/" + HEX.toHexDigits(checksum, Integer.BYTES * 2) + "/"
                + events;
    }
}
