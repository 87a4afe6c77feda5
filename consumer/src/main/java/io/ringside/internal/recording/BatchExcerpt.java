package io.ringside.internal.recording;

import io.ringside.internal.files.Incarnation;
import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.layout.LedgerDescriptor;
import io.ringside.session.LossCause;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableDirectByteBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

import static io.ringside.internal.recording.ExcerptDescriptor.BATCH_CHUNKS_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.BATCH_CHUNK_COUNT_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.BATCH_EVENTS_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.BATCH_WATERMARK_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_BYTES_LENGTH_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_FIRST_TIME_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_FRAMES_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_FROM_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_HEADER_LENGTH;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_KIND_FRAMES;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_KIND_LANELESS;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_KIND_LOSSES;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_KIND_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_LANE_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_LAST_TIME_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_LEAST_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_LENGTH_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_MOST_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_NUMBER_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_TOTAL_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.CHUNK_TO_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.KIND_BATCH;
import static io.ringside.internal.recording.ExcerptDescriptor.KIND_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.MAGIC;
import static io.ringside.internal.recording.ExcerptDescriptor.MAGIC_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.TRAILER_LENGTH;
import static io.ringside.internal.recording.ExcerptDescriptor.VERSION;
import static io.ringside.internal.recording.ExcerptDescriptor.VERSION_OFFSET;
import static io.ringside.internal.recording.ExcerptDescriptor.align;

/** A batch excerpt under construction. Not thread-safe. */
public final class BatchExcerpt {
    private final ExpandableDirectByteBuffer buffer;
    private final ExcerptSeal seal = new ExcerptSeal();
    private final UnsafeBuffer room = new UnsafeBuffer(0, 0);
    private int end = BATCH_CHUNKS_OFFSET;
    private int chunks;
    private long events;
    private long losses;
    private long discarded;

    public BatchExcerpt(final int initialBytes) {
        buffer = new ExpandableDirectByteBuffer(initialBytes);
    }

    public ExpandableDirectByteBuffer buffer() {
        return buffer;
    }

    public boolean isEmpty() {
        return chunks == 0;
    }

    /** Returns the bytes of the excerpt if it is completed now. */
    public int length() {
        return end + TRAILER_LENGTH;
    }

    /** Returns the number of events in the batch. */
    public long events() {
        return events;
    }

    /** Returns the number of lost events in the batch. */
    public long losses() {
        return losses;
    }

    /** Returns the number of lost events that were discarded in their lanes. */
    public long discarded() {
        return discarded;
    }

    /** Returns the buffer for the frames of the next chunk. Frames stored there need no copy. */
    public MutableDirectBuffer room(final int length) {
        buffer.checkLimit(end + CHUNK_FRAMES_OFFSET + align(length));
        room.wrap(buffer, end + CHUNK_FRAMES_OFFSET, length);
        return room;
    }

    /**
     * Adds a batch of frames that are stored in the last {@link #room}. The name is that of the thread that owned the
     * lane before them; null if unknown.
     */
    public void frames(final Incarnation process, final int lane, final Batch batch,
            final @Nullable DirectBuffer ownerName) {
        final Checkpoint from = batch.from();
        final Checkpoint to = batch.to();
        final int nameLength = ownerName == null ? 0 : ownerName.capacity();
        final int name = CHUNK_FRAMES_OFFSET + align(batch.length());
        begin(CHUNK_KIND_FRAMES, process, lane, batch.length(), 0, 0);
        buffer.putLong(end + CHUNK_NUMBER_OFFSET, batch.numberLimit());
        buffer.putLong(end + CHUNK_TOTAL_OFFSET, nameLength);
        if (ownerName != null) {
            buffer.checkLimit(end + name + align(nameLength));
            // Clears the padding after the name, because the buffer is reused.
            buffer.putLong(end + name + align(nameLength) - Long.BYTES, 0);
            buffer.putBytes(end + name, ownerName, 0, nameLength);
        }
        books(from, to);
        events += to.delivered - from.delivered;
        losses += (to.nextNumber - to.delivered - to.overwritten)
                - (from.nextNumber - from.delivered - from.overwritten);
        complete(name + nameLength);
    }

    /** Adds a batch of losses. */
    public void losses(final Incarnation process, final int lane, final Batch batch) {
        final Checkpoint from = batch.from();
        final Checkpoint to = batch.to();
        begin(CHUNK_KIND_LOSSES, process, lane, 0, batch.loss().firstTimeTicks(), batch.loss().lastTimeTicks());
        books(from, to);
        losses += (to.nextNumber - to.overwritten) - (from.nextNumber - from.overwritten);
        discarded += to.discarded - from.discarded;
        complete(CHUNK_FRAMES_OFFSET);
    }

    public void laneless(final Incarnation process, final LossCause cause, final long count, final long total,
            final long firstTimeTicks, final long lastTimeTicks) {
        begin(CHUNK_KIND_LANELESS, process, cause.code(), 0, firstTimeTicks, lastTimeTicks);
        buffer.putLong(end + CHUNK_NUMBER_OFFSET, count);
        buffer.putLong(end + CHUNK_TOTAL_OFFSET, total);
        losses += count;
        complete(CHUNK_HEADER_LENGTH);
    }

    void kept(final KeptLane lane) {
        buffer.checkLimit(end + lane.chunkLength());
        events += lane.events();
        final int length = lane.chunkLength();
        lane.writeChunk(buffer, end);
        end += length;
        chunks++;
    }

    /** Completes the excerpt, and returns its length. */
    public int complete(final long watermarkTicks) {
        buffer.putInt(MAGIC_OFFSET, MAGIC);
        buffer.putInt(VERSION_OFFSET, VERSION);
        buffer.putInt(KIND_OFFSET, KIND_BATCH);
        buffer.putLong(BATCH_WATERMARK_OFFSET, watermarkTicks);
        buffer.putLong(BATCH_EVENTS_OFFSET, events);
        buffer.putLong(BATCH_CHUNK_COUNT_OFFSET, chunks);
        return seal.seal(buffer, end);
    }

    public void clear() {
        end = BATCH_CHUNKS_OFFSET;
        chunks = 0;
        events = 0;
        losses = 0;
        discarded = 0;
    }

    private void begin(final int kind, final Incarnation process, final int lane, final int length,
            final long firstTimeTicks, final long lastTimeTicks) {
        buffer.checkLimit(end + CHUNK_FRAMES_OFFSET + align(length));
        buffer.putInt(end + CHUNK_KIND_OFFSET, kind);
        buffer.putLong(end + CHUNK_MOST_OFFSET, process.most());
        buffer.putLong(end + CHUNK_LEAST_OFFSET, process.least());
        buffer.putInt(end + CHUNK_LANE_OFFSET, lane);
        buffer.putInt(end + CHUNK_BYTES_LENGTH_OFFSET, length);
        buffer.putLong(end + CHUNK_FIRST_TIME_OFFSET, firstTimeTicks);
        buffer.putLong(end + CHUNK_LAST_TIME_OFFSET, lastTimeTicks);
        buffer.putLong(end + CHUNK_NUMBER_OFFSET, 0);
        buffer.putLong(end + CHUNK_TOTAL_OFFSET, 0);
    }

    private void books(final Checkpoint from, final Checkpoint to) {
        buffer.setMemory(end + CHUNK_FROM_OFFSET, 2 * LedgerDescriptor.CHECKPOINT_LENGTH, (byte) 0);
        from.store(buffer, end + CHUNK_FROM_OFFSET);
        to.store(buffer, end + CHUNK_TO_OFFSET);
    }

    private void complete(final int length) {
        final int aligned = align(length);
        buffer.putInt(end + CHUNK_LENGTH_OFFSET, aligned);
        end += aligned;
        chunks++;
    }
}
