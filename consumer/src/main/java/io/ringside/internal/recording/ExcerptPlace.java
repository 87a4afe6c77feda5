package io.ringside.internal.recording;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.queue.QueueReader;
import io.ringside.recording.RecordingPosition;
import java.nio.file.Path;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** Position of the excerpt read last, and the number of the recording's events up to its end. Not thread-safe. */
public final class ExcerptPlace {
    /** Result if the position was found: reading continues after it. */
    static final long FOUND = -1;

    private @Nullable UUID recordingId;
    private int file = QueueReader.NULL_FILE;
    private long offset;
    private long checksum;
    private long events;

    /** Notes a session excerpt, with the recording and its events so far. */
    void recording(final UUID id, final long eventsBefore) {
        recordingId = id;
        events = eventsBefore;
    }

    /** Notes the recording's own count of its events up to here. */
    void counted(final long total) {
        events = total;
    }

    /** Notes a batch, whether intact or not. */
    void batch(final long batchEvents) {
        events += Math.max(batchEvents, 0);
    }

    /** Notes the position of an intact excerpt. */
    void excerpt(final QueueReader queue, final DirectBuffer excerpt) {
        file = queue.file();
        offset = queue.position();
        checksum = excerpt.getLong(queue.length() - ExcerptDescriptor.TRAILER_LENGTH
                + ExcerptDescriptor.TRAILER_CHECKSUM_OFFSET);
    }

    /** Copy the values of another place. */
    public void set(final ExcerptPlace other) {
        recordingId = other.recordingId;
        file = other.file;
        offset = other.offset;
        checksum = other.checksum;
        events = other.events;
    }

    /** Returns the id of the recording; null if nothing has been read. */
    @Nullable
    UUID recordingId() {
        return recordingId;
    }

    /** Returns the number of the recording's events up to here. */
    public long events() {
        return events;
    }

    /** Returns the position after the excerpt; null before the first excerpt. */
    public @Nullable RecordingPosition position() {
        final UUID id = recordingId;
        return id == null || file == QueueReader.NULL_FILE
                ? null
                : new RecordingPosition(id, file, offset, checksum, events);
    }

    /**
     * Go to a position. Reads everything from the beginning of its file up to its excerpt, so that schemas, processes
     * and attempt numbers of lanes are known.
     *
     * @param folder folder of the recording
     * @param queue  queue of the recording
     * @param next   reads an excerpt and updates this place; returns false if there is none
     * @param wanted to go to
     * @return {@link #FOUND}; if the position's file was removed, the number of events after the position in removed
     *         files
     * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT} if the position belongs to another recording,
     *                           or {@link ErrorCode#CORRUPT} if there is another excerpt, or none, at the position
     */
    long seek(final Path folder, final QueueReader queue, final BooleanSupplier next, final RecordingPosition wanted) {
        boolean more = queue.toFileFrom(wanted.file()) != QueueReader.NULL_FILE;
        if (!more && queue.toFileFrom(0) != QueueReader.NULL_FILE && next.getAsBoolean()) {
            // All files are older, so this may be another recording.
            requireSame(folder, wanted);
        }
        boolean isGone = false;
        while (more && !isGone && next.getAsBoolean()) {
            requireSame(folder, wanted);
            isGone = queue.file() > wanted.file();
            if (file == wanted.file() && offset == wanted.offset()) {
                if (checksum != wanted.checksum()) {
                    throw changed(folder, wanted, "there is another excerpt");
                }
                return FOUND;
            }
            more = queue.file() < wanted.file() || queue.position() < wanted.offset() || isGone;
        }
        if (isGone && !queue.files().contains(wanted.file())) {
            // The first excerpt of a file, if it is intact, contains the number of events before it.
            if (recordingId != null && events < wanted.events()) {
                throw changed(folder, wanted, "a later file begins with fewer events");
            }
            return Math.max(events - wanted.events(), 0);
        }
        throw changed(folder, wanted, "there is no such excerpt");
    }

    private void requireSame(final Path folder, final RecordingPosition wanted) {
        final UUID id = recordingId;
        if (id != null && !id.equals(wanted.recordingId())) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "position is one of another recording: path="
                    + folder + ", recording=" + id + ", position=" + wanted
                    + ": give the folder that it was taken from");
        }
    }

    private static RingsideException changed(final Path folder, final RecordingPosition wanted, final String reason) {
        return new RingsideException(ErrorCode.CORRUPT, "recording was changed since the position was taken: path="
                + folder + ", position=" + wanted + ", reason=" + reason
                + ": restore intact files, or read the recording from its beginning");
    }
}
