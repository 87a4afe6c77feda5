package io.ringside.internal.recording;

import io.ringside.internal.queue.QueueReader;
import io.ringside.recording.RecordingPosition;
import java.util.UUID;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Place of the excerpt that was read last, and the number of events of the recording up to its end. Not thread-safe.
 */
public final class ExcerptPlace {
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

    boolean isAt(final int otherFile, final long otherOffset) {
        return file == otherFile && offset == otherOffset;
    }

    long checksum() {
        return checksum;
    }

    /** The position after the excerpt; null before the first one. */
    public @Nullable RecordingPosition position() {
        final UUID id = recordingId;
        return id == null || file == QueueReader.NULL_FILE
                ? null
                : new RecordingPosition(id, file, offset, checksum, events);
    }
}
