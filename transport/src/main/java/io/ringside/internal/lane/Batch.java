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
 * A batch is a run of frames of one lane, at most those of one block, copied to private memory and checked once. It
 * knows the lane's totals before and after them, and where records and gaps are in them. A batch of losses has one gap
 * and no frames. A batch is used again for other frames. Not thread-safe.
 * <p>
 * A cursor passes records and gaps in the lane's order, and {@link #passed} is what the lane's checkpoint may be then.
 * Everything that the cursor has passed can be delivered, once, by {@link #deliver}.
 */
public class Batch implements LaneSink {
    /** Returned where no record has a time. */
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
    /** Records that were passed of the piece at the cursor. */
    private int passedRecords;
    private int deliveredPieces;
    private int deliveredHead;
    private int events;

    /** A batch in direct memory of its own, which grows to the largest frames that were copied to it. */
    public Batch() {
        this(false);
    }

    /**
     * The same for records that are taken in the order of their times.
     *
     * @param notesOrder whether to note which records are in the order of their times, so that they are passed at once
     */
    protected Batch(final boolean notesOrder) {
        this.memory = null;
        this.notesOrder = notesOrder;
    }

    /**
     * A batch in memory that somebody else provides, for example where the frames are to be stored.
     *
     * @param memory returns a buffer of at least so many bytes for the next frames, which may be overwritten
     */
    public Batch(final IntFunction<? extends DirectBuffer> memory) {
        this.memory = memory;
        this.notesOrder = false;
    }

    /** Returns memory outside the heap of at least so many bytes for the next frames, which may be overwritten. */
    protected DirectBuffer memory(final int needed) {
        if (memory != null) {
            return memory.apply(needed);
        }
        if (own.capacity() < needed) {
            own.wrap(ByteBuffer.allocateDirect(Math.max(MIN_BYTES, Integer.highestOneBit(needed - 1) << 1)));
        }
        return own;
    }

    /** The lane's totals before the batch; not to be changed. */
    public final Checkpoint from() {
        return from;
    }

    /** The lane's totals after the batch; not to be changed. */
    public final Checkpoint to() {
        return to;
    }

    /** The lane's totals up to the cursor; not to be changed. */
    public final Checkpoint passed() {
        return passed;
    }

    /** The copied frames. */
    public final DirectBuffer bytes() {
        return bytes;
    }

    /** Length of the frames in bytes; 0 if there are none, or if those between the positions could not be read. */
    public final int length() {
        return length;
    }

    /** Bound of the numbers in the frames: none describes this attempt or a later one. */
    public final long numberLimit() {
        return numberLimit;
    }

    /** Whether this is a batch of losses: either those after all frames, or everything left in a lane given up. */
    public final boolean isLoss() {
        return isLoss;
    }

    /** The gap of a batch of losses. */
    public final LaneGap loss() {
        return pieces.get(0).gap();
    }

    /** Returns whether there are records or gaps, which a batch of unreadable frames lacks. */
    public final boolean hasPieces() {
        return size > 0;
    }

    /** Time of the last record, in ticks of the session's clock; {@link #NULL_TICKS} if there is none. */
    public final long lastTicks() {
        for (int i = size - 1; i >= 0; i--) {
            if (!pieces.get(i).isGap) {
                return pieces.get(i).lastTicks(bytes);
            }
        }
        return NULL_TICKS;
    }

    /** Time of the youngest record, in ticks; {@link #NULL_TICKS} if there is none, or the order is not noted. */
    protected final long newestTicks() {
        return newestTicks;
    }

    /** Time at or before the first record or loss, in ticks of the session's clock; 0 if unknown. */
    final long firstTimeTicks() {
        long ticks = 0;
        for (int i = 0; i < size && ticks == 0; i++) {
            ticks = pieces.get(i).firstTicks(bytes);
        }
        return ticks;
    }

    /** Time at or after the last record or loss, in ticks of the session's clock; 0 if unknown. */
    final long lastTimeTicks() {
        long ticks = 0;
        for (int i = size - 1; i >= 0 && ticks == 0; i--) {
            ticks = pieces.get(i).lastTicks(bytes);
        }
        return ticks;
    }

    /**
     * Begins with frames that are to be copied and walked with this as their sink.
     *
     * @param before the lane's totals before them
     * @param needed most bytes of the frames
     * @return where to copy them to
     */
    final UnsafeBuffer begin(final Checkpoint before, final int needed) {
        begin(before, memory(needed), 0, needed);
        return bytes;
    }

    /**
     * Begins with frames that lie in memory already, and are to be walked with this as their sink.
     *
     * @param before the lane's totals before them
     * @param buffer with the frames, which stay as they are for as long as the batch is used
     * @param offset of the frames
     * @param count  bytes of the frames
     */
    public final void begin(final Checkpoint before, final DirectBuffer buffer, final int offset, final int count) {
        begin(buffer, offset, count);
        from.set(before);
        hasTotals = true;
    }

    /**
     * The same where nobody will ask for the lane's totals: {@link #end()} ends such a batch.
     *
     * @param buffer with the frames, which stay as they are for as long as the batch is used
     * @param offset of the frames
     * @param count  bytes of the frames
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
     * @param limit  bound of the numbers in the frames
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
     * @param firstTimeTicks at or before the first loss, 0 if unknown
     * @param lastTimeTicks  at or after the last loss, 0 if unknown
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
     * Adds a gap after the records and gaps that the batch has, before it ends: the outcomes that the lane's totals
     * have after it and do not have before it.
     *
     * @param before         the lane's totals before the gap
     * @param after          the lane's totals after the gap
     * @param firstTimeTicks at or before the first loss, 0 if unknown
     * @param lastTimeTicks  at or after the last loss, 0 if unknown
     */
    public final void addGap(final Checkpoint before, final Checkpoint after, final long firstTimeTicks,
            final long lastTimeTicks) {
        final Piece added = add(before.ownerThreadId);
        added.isGap = true;
        added.gap().difference(before, after).times(firstTimeTicks, lastTimeTicks);
    }

    /** Makes this a batch of one gap that a reader has made, which passes by what it may not read. */
    final void gap(final Checkpoint before, final Checkpoint after, final LaneGap gap) {
        losses(before, after, 0, 0);
        loss().set(gap);
    }

    /**
     * Makes this a batch of records of one thread, and passes them. Nobody asks for its totals.
     *
     * @param copy          with the records, from its begin on; always the same
     * @param last          offset of the last record
     * @param end           offset after it
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

    /** Name of a thread at this moment, if it has to be kept with the records; null if it can be asked for later. */
    protected @Nullable String ownerName(final long ownerThreadId) {
        return null;
    }

    /** Whether a record can be added to those of a thread that come before it in memory. */
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
            // Most records are as long as the one before: then their places do not wait for their lengths to be read.
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

    /** Whether the cursor has not passed everything. A batch of unreadable frames is passed at once. */
    public final boolean hasNext() {
        return isOpen;
    }

    /** Whether a record comes next. */
    public final boolean isAtRecord() {
        return piece < size && !pieces.get(piece).isGap;
    }

    /**
     * Time of the record that comes next, or after the gap that comes next, in ticks of the session's clock; {@link
     * #NULL_TICKS} if none does.
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

    /** Memory in bytes for which the records and gaps count that the cursor has not passed. */
    public final int restBytes() {
        return isOpen ? Math.max(length - head, 0) + (size - piece) * Piece.BYTES : 0;
    }

    /**
     * Pass the record that comes next, and those that follow it without a gap, each as long as it is not younger.
     *
     * @param untilTicks time up to which records are passed after the first one, in ticks of the session's clock
     * @param limit      most records to pass, positive
     * @return records passed
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

    /** Pass the gaps that come next, up to a record or to the end. */
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
     * Pass records, and the gaps before and between them; the gaps at the end too, if the limit is not reached.
     *
     * @param limit most records to pass, positive
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

    /** Number of records that were taken with this batch. */
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

    /** Records and gaps that the cursor has passed as a whole. */
    public final int passedPieces() {
        return piece;
    }

    /** Offset of the next record, if the cursor is among records. */
    public final int head() {
        return head;
    }

    /**
     * Deliver what was passed up to a place of the cursor, and not delivered yet. What a receiver throws passes
     * through: then the next call continues after what the receiver has said that it {@linkplain #delivered was given}.
     *
     * @param untilPiece {@link #passedPieces} at that place
     * @param untilHead  {@link #head} at that place
     * @param receiver   of records and gaps
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
            // Before the call: if the receiver throws, it has been given all of them, unless it said otherwise.
            deliveredHead = end;
            receiver.onRecords(this, records, begin, end);
        }
    }

    /**
     * Note how far a receiver has come among the records that it was given, if it may throw before the last one.
     *
     * @param offset after the last record that it was given, as {@link Piece#next} returns it
     */
    public final void delivered(final int offset) {
        deliveredHead = offset;
    }

    /** Whether everything was delivered. */
    public final boolean isDelivered() {
        return !isOpen && deliveredPieces == size;
    }

    /** Deliver everything that was passed, and not delivered yet. */
    public final void deliver(final Receiver receiver) {
        deliver(piece, head, receiver);
    }

    /** Pass everything, and deliver it. */
    public final void deliverAll(final Receiver receiver) {
        pass(Integer.MAX_VALUE);
        deliver(receiver);
    }

    /** Hand out the gaps only. */
    public final void forEachGap(final ObjLongConsumer<LaneGap> receiver) {
        for (int i = 0; i < size; i++) {
            if (pieces.get(i).isGap) {
                receiver.accept(pieces.get(i).gap(), pieces.get(i).ownerThreadId);
            }
        }
    }

    /** Time of the record that the cursor has passed last, in ticks of the session's clock. */
    public final long lastPassedTicks() {
        return time(lastPassed);
    }

    /**
     * Copies what the cursor has not passed to memory of its own, so that the memory that was lent can be used again.
     *
     * @return false if something that was passed is not delivered yet, so that nothing was done
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

    /** Receives what is delivered of a batch, in the lane's order. */
    public interface Receiver {
        /**
         * Consecutive records of one thread. A receiver that throws before the last one says by {@link #delivered} how
         * far it has come.
         *
         * @param batch that holds them in its {@link #bytes}
         * @param piece that they are part of
         * @param begin offset of the first record's header; {@link Piece#next} leads to the next one
         * @param end   offset after the last record
         */
        void onRecords(Batch batch, Piece piece, int begin, int end);

        /**
         * A gap between two records, or at the lane's end.
         *
         * @param gap           valid during the call
         * @param ownerThreadId thread that owned the lane when the gap began
         */
        void onGap(LaneGap gap, long ownerThreadId);
    }

    /** Consecutive records of one thread in a batch, or a gap. */
    public static final class Piece {
        /** Most bytes between two records, which a recording may use for headers of its own. */
        private static final int SKIP_MAX = 64;
        /** Memory for which a piece counts beside its records. */
        private static final int BYTES = 128;

        private @Nullable LaneGap gap;
        private boolean isGap;
        private int begin;
        private int last;
        private int end;
        private int skip;
        private int count;
        /** Whether no record is older than the one before. */
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

        /** The gap, whose object is made when it is needed first: most pieces are records. */
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

        /** Thread that wrote the records. */
        public long ownerThreadId() {
            return ownerThreadId;
        }

        /** Name of that thread when the batch was read; null if it is unknown, or can be asked for later. */
        public @Nullable String ownerName() {
            return ownerName;
        }

        /** Bytes between two records. */
        public int skip() {
            return skip;
        }

        /**
         * Offset of the record that follows another one.
         *
         * @param offset       of the other one
         * @param recordLength of it, in bytes
         */
        public int next(final int offset, final int recordLength) {
            return offset + FrameDescriptor.align(recordLength) + skip;
        }
    }
}
