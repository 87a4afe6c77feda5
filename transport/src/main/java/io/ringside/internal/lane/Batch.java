package io.ringside.internal.lane;

import io.ringside.internal.layout.FrameDescriptor;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.ObjLongConsumer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A run of frames of one lane, at most one block, copied to private memory and checked once. It contains the lane's
 * totals before and after them, and the positions of records and gaps. A batch of losses has one gap and no frames.
 * Batches are reused for other frames. Not thread-safe.
 * <p>
 * A cursor passes records and gaps in the lane's order, and {@link #passed} is then a valid checkpoint of the lane.
 * Everything that the cursor has passed can be delivered, once, by {@link #deliver}.
 */
public class Batch implements LaneSink {
    /** Time value if there is no record with a time. */
    public static final long NULL_TICKS = Long.MIN_VALUE;

    private static final int MIN_BYTES = 4096;

    private final @Nullable IntFunction<? extends DirectBuffer> memory;
    private final boolean notesOrder;
    private final UnsafeBuffer own = new UnsafeBuffer(0, 0);
    private final UnsafeBuffer bytes = new UnsafeBuffer(0, 0);
    private final Checkpoint from = new Checkpoint();
    private final Checkpoint to = new Checkpoint();
    private final Checkpoint passed = new Checkpoint();
    private final List<Piece> pieces = new ArrayList<>(1);
    private int size;
    private int length;
    private long numberLimit;
    private long newestTicks;
    private boolean isLoss;
    private boolean hasTotals;
    private boolean isOpen;
    private int piece;
    private int head;
    private int lastPassed;
    /** Number of records that were passed in the piece at the cursor. */
    private int passedRecords;
    private int deliveredPieces;
    private int deliveredHead;
    private int events;

    /** Creates a batch in direct memory of its own, which grows to the size of the largest frames. */
    public Batch() {
        this(false);
    }

    /**
     * Creates the same kind of batch for records that are taken in the order of their times.
     *
     * @param notesOrder whether to note which records are in the order of their times, so that they can be passed
     *                   together
     */
    protected Batch(final boolean notesOrder) {
        this.memory = null;
        this.notesOrder = notesOrder;
    }

    /**
     * Creates a batch in memory provided by the caller, for example where the frames are to be stored.
     *
     * @param memory returns a buffer of at least the given number of bytes for the next frames, which may be
     *               overwritten
     */
    public Batch(final IntFunction<? extends DirectBuffer> memory) {
        this.memory = memory;
        this.notesOrder = false;
    }

    /** Returns off-heap memory of at least this many bytes for the next frames, which may be overwritten. */
    protected DirectBuffer memory(final int needed) {
        if (memory != null) {
            return memory.apply(needed);
        }
        if (own.capacity() < needed) {
            own.wrap(ByteBuffer.allocateDirect(Math.max(MIN_BYTES, Integer.highestOneBit(needed - 1) << 1)));
        }
        return own;
    }

    /** Returns the lane's totals before the batch; not to be modified. */
    public final Checkpoint from() {
        return from;
    }

    /** Returns the lane's totals after the batch; not to be modified. */
    public final Checkpoint to() {
        return to;
    }

    /** Returns the lane's totals up to the cursor; not to be modified. */
    public final Checkpoint passed() {
        return passed;
    }

    /** Returns the copied frames. */
    public final DirectBuffer bytes() {
        return bytes;
    }

    /** Returns the length of the frames in bytes; 0 if there are none, or if they could not be read. */
    public final int length() {
        return length;
    }

    /** Returns the exclusive upper limit of the attempt numbers in the frames. */
    public final long numberLimit() {
        return numberLimit;
    }

    /** Returns whether this is a batch of losses: those after all frames, or everything left in a lane given up. */
    public final boolean isLoss() {
        return isLoss;
    }

    /** Returns the gap of a batch of losses. */
    public final LaneGap loss() {
        return pieces.get(0).gap();
    }

    /** Returns whether there are records or gaps, which a batch of unreadable frames lacks. */
    public final boolean hasPieces() {
        return size > 0;
    }

    /** Returns the time of the last record, in ticks of the session's clock; {@link #NULL_TICKS} if there is none. */
    public final long lastTicks() {
        for (int i = size - 1; i >= 0; i--) {
            if (!pieces.get(i).isGap) {
                return pieces.get(i).lastTicks(bytes);
            }
        }
        return NULL_TICKS;
    }

    /** Returns the time of the youngest record, in ticks; {@link #NULL_TICKS} if there is none, or not noted. */
    protected final long newestTicks() {
        return newestTicks;
    }

    /** Returns a time at or before the first record or loss, in ticks of the session's clock; 0 if unknown. */
    final long firstTimeTicks() {
        long ticks = 0;
        for (int i = 0; i < size && ticks == 0; i++) {
            ticks = pieces.get(i).firstTicks(bytes);
        }
        return ticks;
    }

    /** Returns a time at or after the last record or loss, in ticks of the session's clock; 0 if unknown. */
    final long lastTimeTicks() {
        long ticks = 0;
        for (int i = size - 1; i >= 0 && ticks == 0; i--) {
            ticks = pieces.get(i).lastTicks(bytes);
        }
        return ticks;
    }

    /**
     * Begins with frames to copy and to walk, with this batch as the sink.
     *
     * @param before the lane's totals before them
     * @param needed maximum number of bytes of the frames
     * @return buffer to copy them to
     */
    final UnsafeBuffer begin(final Checkpoint before, final int needed) {
        begin(before, memory(needed), 0, needed);
        return bytes;
    }

    /**
     * Begins with frames that are already in memory, to walk with this batch as the sink.
     *
     * @param before the lane's totals before them
     * @param buffer buffer with the frames, which must not change while the batch is used
     * @param offset offset of the frames
     * @param count  number of bytes of the frames
     */
    public final void begin(final Checkpoint before, final DirectBuffer buffer, final int offset, final int count) {
        begin(buffer, offset, count);
        from.set(before);
        hasTotals = true;
    }

    /**
     * Begins with frames in memory if the lane's totals are not needed. Such a batch is ended by {@link #end()}.
     *
     * @param buffer buffer with the frames, which must not change while the batch is used
     * @param offset offset of the frames
     * @param count  number of bytes of the frames
     */
    protected final void begin(final DirectBuffer buffer, final int offset, final int count) {
        bytes.wrap(buffer, offset, count);
        clear();
        length = count;
    }

    /** Ends a batch without totals. */
    protected final void end() {
        rewind();
    }

    /**
     * Ends the batch after its frames were walked.
     *
     * @param after  the lane's totals after it
     * @param limit  exclusive upper limit of the attempt numbers in the frames
     * @param copied whether the frames could be read
     */
    public final void end(final Checkpoint after, final long limit, final boolean copied) {
        to.set(after);
        numberLimit = limit;
        if (!copied) {
            length = 0;
        }
        rewind();
    }

    /**
     * Makes this a batch of losses.
     *
     * @param before         the lane's totals before them
     * @param after          the lane's totals after them
     * @param firstTimeTicks time at or before the first loss; 0 if unknown
     * @param lastTimeTicks  time at or after the last loss; 0 if unknown
     */
    public final void losses(final Checkpoint before, final Checkpoint after, final long firstTimeTicks,
            final long lastTimeTicks) {
        clear();
        length = 0;
        isLoss = true;
        hasTotals = true;
        from.set(before);
        to.set(after);
        addGap(before, after, firstTimeTicks, lastTimeTicks);
        rewind();
    }

    /**
     * Adds a gap after the existing records and gaps, before the batch ends. The gap contains the difference between
     * the lane's totals after and before it.
     *
     * @param before         the lane's totals before the gap
     * @param after          the lane's totals after the gap
     * @param firstTimeTicks time at or before the first loss; 0 if unknown
     * @param lastTimeTicks  time at or after the last loss; 0 if unknown
     */
    public final void addGap(final Checkpoint before, final Checkpoint after, final long firstTimeTicks,
            final long lastTimeTicks) {
        final Piece added = add(before.ownerThreadId);
        added.isGap = true;
        added.gap().difference(before, after).times(firstTimeTicks, lastTimeTicks);
    }

    /** Makes this a batch of one gap, created by a reader that skips a part of the lane. */
    final void gap(final Checkpoint before, final Checkpoint after, final LaneGap gap) {
        losses(before, after, 0, 0);
        loss().set(gap);
    }

    /**
     * Makes this a batch of records of one thread, and passes them. Its totals are not set.
     *
     * @param copy          buffer with the records, from its beginning; always the same one
     * @param last          offset of the last record
     * @param end           offset after the last record
     * @param count         number of the records
     * @param ownerThreadId thread that wrote them
     */
    final void records(final DirectBuffer copy, final int last, final int end, final int count,
            final long ownerThreadId) {
        if (bytes.addressOffset() != copy.addressOffset() || bytes.capacity() != copy.capacity()) {
            bytes.wrap(copy);
        }
        if (pieces.isEmpty()) {
            pieces.add(new Piece());
        }
        final Piece records = pieces.get(0);
        records.records(0, last, end, ownerThreadId);
        isLoss = false;
        isOpen = false;
        size = 1;
        piece = 1;
        deliveredPieces = 0;
        deliveredHead = 0;
        events = count;
    }

    private void clear() {
        size = 0;
        isLoss = false;
        isOpen = false;
        hasTotals = false;
        newestTicks = NULL_TICKS;
    }

    private void rewind() {
        if (hasTotals) {
            passed.set(from);
        }
        piece = 0;
        head = 0;
        deliveredPieces = 0;
        deliveredHead = 0;
        isOpen = true;
        if (size > 0) {
            toPiece();
        }
    }

    /** Returns the current name of a thread, if it must be stored with the records; null if available later. */
    protected @Nullable String ownerName(final long ownerThreadId) {
        return null;
    }

    /** Returns whether a record can be added to the preceding records of a thread in memory. */
    private boolean continues(final int offset, final long ownerThreadId, final @Nullable String name) {
        if (size == 0) {
            return false;
        }
        final Piece before = pieces.get(size - 1);
        final int between = offset - before.end;
        return !before.isGap && before.ownerThreadId == ownerThreadId && between >= 0
                && (before.skip == between || (before.begin == before.last && between <= Piece.SKIP_MAX))
                && (name == null ? before.ownerName == null : name.equals(before.ownerName));
    }

    @Override
    public final void onEvent(final DirectBuffer buffer, final int offset, final int recordLength,
            final long ownerThreadId) {
        final int end = offset + FrameDescriptor.align(recordLength);
        final String name = ownerName(ownerThreadId);
        if (continues(offset, ownerThreadId, name)) {
            final Piece before = pieces.get(size - 1);
            before.count++;
            before.isOrdered &= time(before.last) <= time(offset);
            newestTicks = Math.max(newestTicks, time(offset));
            before.skip = offset - before.end;
            before.last = offset;
            before.end = end;
        } else {
            records(offset, offset, end, ownerThreadId, name);
        }
    }

    @Override
    public final void onRecords(final DirectBuffer buffer, final int offset, final int lastOffset, final int end,
            final long ownerThreadId) {
        records(offset, lastOffset, end, ownerThreadId, ownerName(ownerThreadId));
    }

    private void records(final int begin, final int last, final int end, final long ownerThreadId,
            final @Nullable String name) {
        final Piece added = add(ownerThreadId);
        added.records(begin, last, end, ownerThreadId);
        added.ownerName = name;
        if (notesOrder) {
            noteOrder(added);
        } else {
            added.isOrdered = false;
        }
    }

    private void noteOrder(final Piece records) {
        final int end = records.end;
        int offset = records.begin;
        int recordLength = 0;
        int alignedLength = 0;
        int count = 0;
        long lastTime = Long.MIN_VALUE;
        boolean isOrdered = true;
        long newest = newestTicks;
        while (offset < end) {
            // Most records are as long as the previous one; then the next position is known without the length.
            final int nextLength = FrameDescriptor.length(bytes.getLong(offset));
            if (nextLength != recordLength) {
                recordLength = nextLength;
                alignedLength = FrameDescriptor.align(nextLength);
            }
            final long time = time(offset);
            isOrdered &= time >= lastTime;
            newest = Math.max(newest, time);
            lastTime = time;
            offset += alignedLength;
            count++;
        }
        newestTicks = newest;
        records.count = count;
        records.isOrdered = isOrdered;
    }

    private long time(final int offset) {
        return bytes.getLong(offset + FrameDescriptor.TIME_OFFSET);
    }

    @Override
    public final void onGap(final LaneGap gap, final long ownerThreadId) {
        final Piece added = add(ownerThreadId);
        added.isGap = true;
        added.gap().set(gap);
    }

    private Piece add(final long ownerThreadId) {
        if (size == pieces.size()) {
            pieces.add(new Piece());
        }
        final Piece added = pieces.get(size++);
        added.ownerThreadId = ownerThreadId;
        return added;
    }

    /** Returns whether the cursor has not passed everything. A batch of unreadable frames is passed at once. */
    public final boolean hasNext() {
        return isOpen;
    }

    /** Returns whether the next item is a record. */
    public final boolean isAtRecord() {
        return piece < size && !pieces.get(piece).isGap;
    }

    /**
     * Returns the time of the next record, or of the record after the next gap, in ticks of the session's clock; {@link
     * #NULL_TICKS} if there is none.
     */
    public final long headTicks() {
        if (isAtRecord()) {
            return time(head);
        }
        int next = piece;
        while (next < size && pieces.get(next).isGap) {
            next++;
        }
        return next == size ? NULL_TICKS : pieces.get(next).firstTicks(bytes);
    }

    /** Returns the memory of the records and gaps that the cursor has not passed, in bytes. */
    public final int restBytes() {
        return isOpen ? Math.max(length - head, 0) + (size - piece) * Piece.BYTES : 0;
    }

    /**
     * Pass the next record and those that follow it without a gap, up to the first one that is younger than a time.
     *
     * @param untilTicks latest time of the records after the first one, in ticks of the session's clock
     * @param limit      maximum number of records to pass, positive
     * @return the number of records passed
     */
    public final int passRecords(final long untilTicks, final int limit) {
        final Piece records = pieces.get(piece);
        final int end = records.end;
        int offset = head;
        int recordLength = FrameDescriptor.length(bytes.getLong(offset));
        int alignedLength = FrameDescriptor.align(recordLength);
        int last;
        int count = 0;
        if (records.isOrdered && records.count - passedRecords <= limit && time(records.last) <= untilTicks) {
            last = records.last;
            alignedLength = end - last;
            offset = end;
            count = records.count - passedRecords;
        } else {
            while (true) {
                last = offset;
                offset += alignedLength + records.skip;
                count++;
                if (offset >= end || count == limit || time(offset) > untilTicks) {
                    break;
                }
                final int nextLength = FrameDescriptor.length(bytes.getLong(offset));
                if (nextLength != recordLength) {
                    recordLength = nextLength;
                    alignedLength = FrameDescriptor.align(nextLength);
                }
            }
        }
        passedRecords += count;
        passed.nextNumber += count;
        passed.delivered += count;
        passed.position = from.position + last + alignedLength;
        passed.ownerThreadId = records.ownerThreadId;
        passed.damaged = false;
        head = offset;
        lastPassed = last;
        if (offset >= end) {
            piece++;
            toPiece();
        }
        return count;
    }

    /** Pass the next gaps, up to a record or to the end. */
    public final void passGaps() {
        while (piece < size && pieces.get(piece).isGap) {
            pieces.get(piece).gap().addTo(passed);
            piece++;
        }
        toPiece();
        if (isOpen) {
            passed.damaged = false;
            passed.position = from.position + head;
            passed.ownerThreadId = pieces.get(piece).ownerThreadId;
        }
    }

    /**
     * Pass records with the gaps before and between them, and the gaps at the end if the limit is not reached.
     *
     * @param limit maximum number of records to pass, positive
     */
    final void pass(final int limit) {
        events = 0;
        while (isOpen && events < limit) {
            if (isAtRecord()) {
                events += passRecords(Long.MAX_VALUE, limit - events);
            } else {
                passGaps();
            }
        }
    }

    /** Returns the number of records taken with this batch. */
    public final int events() {
        return events;
    }

    private void toPiece() {
        passedRecords = 0;
        if (piece == size) {
            isOpen = false;
            if (hasTotals) {
                passed.set(to);
            }
        } else if (!pieces.get(piece).isGap) {
            head = pieces.get(piece).begin;
        }
    }

    /** Returns the number of records and gaps that the cursor has passed completely. */
    public final int passedPieces() {
        return piece;
    }

    /** Returns the offset of the next record, if the cursor is among records. */
    public final int head() {
        return head;
    }

    /**
     * Deliver items that were passed up to a cursor position and have not been delivered yet. Exceptions of the
     * receiver propagate; the next call then continues after the items that it has {@linkplain #delivered noted as
     * delivered}.
     *
     * @param untilPiece {@link #passedPieces} at that position
     * @param untilHead  {@link #head} at that position
     * @param receiver   receiver of records and gaps
     */
    public final void deliver(final int untilPiece, final int untilHead, final Receiver receiver) {
        while (deliveredPieces < untilPiece) {
            final Piece whole = pieces.get(deliveredPieces);
            if (whole.isGap) {
                deliveredPieces++;
                receiver.onGap(whole.gap(), whole.ownerThreadId);
            } else {
                deliver(whole, whole.end, receiver);
                deliveredPieces++;
                deliveredHead = 0;
            }
        }
        if (untilPiece < size && !pieces.get(untilPiece).isGap) {
            deliver(pieces.get(untilPiece), untilHead, receiver);
        }
    }

    private void deliver(final Piece records, final int end, final Receiver receiver) {
        final int begin = Math.max(records.begin, deliveredHead);
        if (begin < end) {
            // Stored before the call: if the receiver throws, all records count as delivered, unless it noted
            // otherwise.
            deliveredHead = end;
            receiver.onRecords(this, records, begin, end);
        }
    }

    /**
     * Note a receiver's progress within the records passed to it. Needed if it may throw before the last one.
     *
     * @param offset offset after the last delivered record, as returned by {@link Piece#next}
     */
    public final void delivered(final int offset) {
        deliveredHead = offset;
    }

    /** Returns whether everything was delivered. */
    public final boolean isDelivered() {
        return !isOpen && deliveredPieces == size;
    }

    /** Deliver everything that was passed and has not been delivered yet. */
    public final void deliver(final Receiver receiver) {
        deliver(piece, head, receiver);
    }

    /** Pass everything, and deliver it. */
    public final void deliverAll(final Receiver receiver) {
        pass(Integer.MAX_VALUE);
        deliver(receiver);
    }

    /** Pass only the gaps to a receiver. */
    public final void forEachGap(final ObjLongConsumer<LaneGap> receiver) {
        for (int i = 0; i < size; i++) {
            if (pieces.get(i).isGap) {
                receiver.accept(pieces.get(i).gap(), pieces.get(i).ownerThreadId);
            }
        }
    }

    /** Returns the time of the record that the cursor has passed last, in ticks of the session's clock. */
    public final long lastPassedTicks() {
        return time(lastPassed);
    }

    /**
     * Copies the items that the cursor has not passed to the batch's own memory, so that the borrowed memory can be
     * reused.
     *
     * @return false if passed items have not been delivered yet; then nothing is done
     */
    protected final boolean keepRest() {
        if (deliveredPieces != piece || (isAtRecord() && head > Math.max(deliveredHead, pieces.get(piece).begin))) {
            return false;
        }
        final int begin = Math.min(head, length);
        final byte[] own = new byte[length - begin];
        bytes.getBytes(begin, own);
        bytes.wrap(own);
        for (int i = piece; i < size; i++) {
            pieces.get(i).move(-begin);
        }
        from.position += begin;
        length -= begin;
        head -= begin;
        deliveredHead = 0;
        return true;
    }

    /** Receives the delivered items of a batch, in the lane's order. */
    public interface Receiver {
        /**
         * Called with consecutive records of one thread. A receiver that may throw before the last one notes its
         * progress with {@link #delivered}.
         *
         * @param batch batch with the records in its {@link #bytes}
         * @param piece piece that contains them
         * @param begin offset of the first record's header; {@link Piece#next} returns the next one
         * @param end   offset after the last record
         */
        void onRecords(Batch batch, Piece piece, int begin, int end);

        /**
         * Called with a gap between two records, or at the lane's end.
         *
         * @param gap           the gap, valid during the call
         * @param ownerThreadId thread that owned the lane when the gap began
         */
        void onGap(LaneGap gap, long ownerThreadId);
    }

    /** Consecutive records of one thread in a batch, or a gap. */
    public static final class Piece {
        /** Maximum number of bytes between two records, which a recording may use for its own headers. */
        private static final int SKIP_MAX = 64;
        /** Memory of a piece in addition to its records, in bytes. */
        private static final int BYTES = 128;

        private @Nullable LaneGap gap;
        private boolean isGap;
        private int begin;
        private int last;
        private int end;
        private int skip;
        private int count;
        /** Whether no record is older than the previous one. */
        private boolean isOrdered;
        private long ownerThreadId;
        private @Nullable String ownerName;

        private Piece() {}

        private void records(final int ofBegin, final int ofLast, final int ofEnd, final long owner) {
            isGap = false;
            begin = ofBegin;
            last = ofLast;
            end = ofEnd;
            skip = 0;
            ownerThreadId = owner;
        }

        /** Returns the gap. Its object is created on first use, because most pieces are records. */
        private LaneGap gap() {
            LaneGap known = gap;
            if (known == null) {
                known = new LaneGap();
                gap = known;
            }
            return known;
        }

        private long firstTicks(final DirectBuffer bytes) {
            return isGap ? gap().firstTimeTicks() : bytes.getLong(begin + FrameDescriptor.TIME_OFFSET);
        }

        private long lastTicks(final DirectBuffer bytes) {
            return isGap ? gap().lastTimeTicks() : bytes.getLong(last + FrameDescriptor.TIME_OFFSET);
        }

        private void move(final int distance) {
            begin += distance;
            last += distance;
            end += distance;
        }

        /** Returns the thread that wrote the records. */
        public long ownerThreadId() {
            return ownerThreadId;
        }

        /** Returns the name of that thread when the batch was read; null if it is unknown, or can be queried later. */
        public @Nullable String ownerName() {
            return ownerName;
        }

        /** Returns the number of bytes between two records. */
        public int skip() {
            return skip;
        }

        /**
         * Returns the offset of the record after another one.
         *
         * @param offset       offset of the other record
         * @param recordLength length of the other record, in bytes
         */
        public int next(final int offset, final int recordLength) {
            return offset + FrameDescriptor.align(recordLength) + skip;
        }
    }
}
