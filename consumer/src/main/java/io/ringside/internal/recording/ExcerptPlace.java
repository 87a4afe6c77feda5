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

/**
 * Place of the excerpt that was read last, and the number of events of the recording up to its end. Not thread-safe.
 */
public final class ExcerptPlace {
    /** The position was found: what is read next comes after it. */
    static final long FOUND = -1;

    private @Nullable UUID recordingId;
    private int file = QueueReader.NULL_FILE;
    private long offset;
    private long checksum;
    private long events;

    /** A session excerpt begins what follows. */
    void recording(final UUID id, final long eventsBefore) {
        recordingId = id;
        events = eventsBefore;
    }

    /** The recording says how many events it holds up to here. */
    void counted(final long total) {
        events = total;
    }

    /** A batch was read, whether it is whole or not. */
    void batch(final long batchEvents) {
        events += Math.max(batchEvents, 0);
    }

    /** An excerpt was read that is whole. */
    void excerpt(final QueueReader queue, final DirectBuffer excerpt) {
        file = queue.file();
        offset = queue.position();
        checksum = excerpt.getLong(queue.length() - ExcerptDescriptor.TRAILER_LENGTH
                + ExcerptDescriptor.TRAILER_CHECKSUM_OFFSET);
    }

    /** Become the same as another one. */
    public void set(final ExcerptPlace other) {
        recordingId = other.recordingId;
        file = other.file;
        offset = other.offset;
        checksum = other.checksum;
        events = other.events;
    }

    /** The recording; null if nothing of it was read. */
    @Nullable
    UUID recordingId() {
        return recordingId;
    }

    /** Events of the recording up to here. */
    public long events() {
        return events;
    }

    /** The position after the excerpt; null before the first one. */
    public @Nullable RecordingPosition position() {
        final UUID id = recordingId;
        return id == null || file == QueueReader.NULL_FILE
                ? null
                : new RecordingPosition(id, file, offset, checksum, events);
    }

    /**
     * Go to a position: everything from the beginning of its file on is read, up to the excerpt that the position
     * names, so that schemas, processes and numbers of lanes are known.
     *
     * @param folder of the recording
     * @param queue  of the recording
     * @param next   reads an excerpt, whose place this then is; false if there is none
     * @param wanted position
     * @return {@link #FOUND}; or how many events went with the files after the position: its own is gone
     * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT} if it is a position of another recording, or
     *                           {@link ErrorCode#CORRUPT} if there is another excerpt, or none, where it should be
     */
    long seek(final Path folder, final QueueReader queue, final BooleanSupplier next, final RecordingPosition wanted) {
        boolean more = queue.toFileFrom(wanted.file()) != QueueReader.NULL_FILE;
        if (!more && queue.toFileFrom(0) != QueueReader.NULL_FILE && next.getAsBoolean()) {
            // All files are older: then it may be another recording.
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
            // The first excerpt of a file says how many events came before it, if it is whole.
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
