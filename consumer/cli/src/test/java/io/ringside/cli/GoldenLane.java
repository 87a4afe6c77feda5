package io.ringside.cli;

import io.ringside.internal.files.Incarnation;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.lane.LaneLedger;
import io.ringside.internal.lane.LaneWriter;
import io.ringside.internal.lane.OwnerName;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.layout.LedgerDescriptor;
import io.ringside.session.SessionSettings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** A lane in memory, and what its drain knows of it. Its content depends only on what is written. */
final class GoldenLane {
    static final int LANE_BYTES = LaneGeometry.MIN_LANE_BYTES;
    static final int BLOCK_BYTES = LANE_BYTES / 4;

    private static final UUID NO_ACTIVITY = new UUID(0, 0);

    private final int index;
    private final UnsafeBuffer ring = new UnsafeBuffer(new byte[LANE_BYTES]);
    private final UnsafeBuffer entry = new UnsafeBuffer(new byte[LedgerDescriptor.LANE_LENGTH]);
    private final LaneWriter writer;
    /** What the drain has taken. */
    private final Checkpoint taken = new Checkpoint();
    /** What stands before the tail. */
    private final Checkpoint written = new Checkpoint();
    /** The same at the ends of blocks that were not taken. */
    private final List<Checkpoint> blockEnds = new ArrayList<>();
    private String name = "";
    private String writtenName = "";
    private String takenName = "";
    private long threadId;

    GoldenLane(final int index) {
        this(index, SessionSettings.Overflow.DROP_NEWEST);
    }

    GoldenLane(final int index, final SessionSettings.Overflow overflow) {
        this.index = index;
        new LaneLedger(entry).initialise(taken);
        writer = new LaneWriter(ring, entry, LaneGeometry.of(LANE_BYTES), taken, overflow,
                SessionSettings.ClockKind.MONOTONIC);
    }

    /** A lane of a thread that has a name. */
    static GoldenLane named(final int index) {
        return new GoldenLane(index).owner(100 + index, "worker-" + index);
    }

    GoldenLane owner(final long id, final @Nullable String newName) {
        writer.handOver(id, newName == null ? null : new OwnerName(new Thread(null, null, newName)));
        threadId = id;
        name = newName == null ? "" : newName;
        return this;
    }

    /** Write an event of the first schema. */
    GoldenLane event(final long ticks, final int event, final Consumer<GoldenBytes> payload) {
        return record(ticks, FrameDescriptor.reference(0, event), NO_ACTIVITY, payload);
    }

    GoldenLane activity(final long ticks, final int event, final UUID activity, final Consumer<GoldenBytes> payload) {
        return record(ticks, FrameDescriptor.reference(0, event), activity, payload);
    }

    /** Write an event with items, which precede its payload. */
    GoldenLane items(final long ticks, final int event, final Consumer<GoldenBytes> content) {
        return record(ticks, FrameDescriptor.reference(0, event) | FrameDescriptor.EXTENDED, NO_ACTIVITY, content);
    }

    GoldenLane record(final long ticks, final long reference, final UUID activity,
            final Consumer<GoldenBytes> content) {
        final GoldenBytes bytes = new GoldenBytes();
        content.accept(bytes);
        writer.attempt();
        final int at = writer.reserve(bytes.length());
        if (at < 0) {
            writer.lose(at, ticks);
            return this;
        }
        writer.ring().putBytes(at + FrameDescriptor.RECORD_HEADER_LENGTH, bytes.toArray());
        writer.publish(at, reference, bytes.length(), ticks, activity.getMostSignificantBits(),
                activity.getLeastSignificantBits());
        settle();
        return this;
    }

    /** Lose events. */
    GoldenLane lose(final long ticks, final int outcome, final int count) {
        for (int i = 0; i < count; i++) {
            writer.attempt();
            writer.lose(outcome, ticks);
        }
        return this;
    }

    /** Leave events out of a sample, and beyond a limit. */
    GoldenLane leaveOut(final int sampledOut, final int overLimit) {
        for (int i = 0; i < sampledOut + overLimit; i++) {
            writer.skip(i >= sampledOut);
        }
        return this;
    }

    /** Begin an event that has no outcome yet. */
    GoldenLane attempt() {
        writer.attempt();
        return this;
    }

    private void settle() {
        final long tail = entry.getLong(LedgerDescriptor.LANE_TAIL_OFFSET);
        final long blockEnd = (written.position + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES;
        if (blockEnd > 0 && tail > blockEnd) {
            // A recorder takes a block at a time.
            final Checkpoint end = new Checkpoint().set(written);
            end.position = blockEnd;
            blockEnds.add(end);
        }
        final long before = written.nextNumber - written.lostByWriter();
        written.position = tail;
        written.nextNumber = entry.getLong(LedgerDescriptor.LANE_ATTEMPTS_OFFSET);
        losses(written);
        written.delivered += written.nextNumber - written.lostByWriter() - before;
        written.ownerThreadId = threadId;
        writtenName = name;
    }

    private void losses(final Checkpoint to) {
        to.lostFull = entry.getLong(LedgerDescriptor.LANE_LOST_FULL_OFFSET);
        to.lostTooLarge = entry.getLong(LedgerDescriptor.LANE_LOST_TOO_LARGE_OFFSET);
        to.lostError = entry.getLong(LedgerDescriptor.LANE_LOST_ERROR_OFFSET);
    }

    int index() {
        return index;
    }

    UnsafeBuffer ring() {
        return ring;
    }

    UnsafeBuffer entry() {
        return entry;
    }

    Checkpoint taken() {
        return taken;
    }

    /** What a recorder takes of it now: a chunk of frames for each block. */
    byte[] take(final GoldenProcess process) {
        final GoldenBytes chunks = new GoldenBytes();
        for (final Checkpoint end : blockEnds) {
            chunks.bytes(take(process.incarnation(), end));
        }
        blockEnds.clear();
        chunks.bytes(take(process.incarnation(), written));
        takenName = writtenName;
        return chunks.toArray();
    }

    private byte[] take(final Incarnation process, final Checkpoint to) {
        final byte[] frames = new byte[(int) (to.position - taken.position)];
        for (int i = 0; i < frames.length; i++) {
            frames[i] = ring.getByte((int) (taken.position + i) & (LANE_BYTES - 1));
        }
        final byte[] utf8 = takenName.getBytes(StandardCharsets.UTF_8);
        final GoldenBytes chunk = chunk(1, process, index, frames.length, 0, 0, to.nextNumber, utf8.length);
        put(chunk, taken);
        put(chunk, to);
        taken.set(to);
        return sized(chunk.bytes(frames).align(8).bytes(utf8));
    }

    /** What a recorder takes when the lane's writer reports losses in its ledger only: a chunk of losses. */
    byte[] takeLosses(final GoldenProcess process, final long firstTime, final long lastTime) {
        return change(process, firstTime, lastTime, to -> {
            final long before = to.lostByWriter();
            losses(to);
            to.nextNumber += to.lostByWriter() - before;
        });
    }

    /** A chunk of losses of any cause: what the drain changes in its checkpoint. */
    byte[] change(final GoldenProcess process, final long firstTime, final long lastTime,
            final Consumer<Checkpoint> change) {
        final GoldenBytes chunk = chunk(2, process.incarnation(), index, 0, firstTime, lastTime, 0, 0);
        put(chunk, taken);
        change.accept(taken);
        put(chunk, taken);
        return sized(chunk);
    }

    /** A chunk of losses of events that stand in the lane and that the drain does not take: it counts them. */
    byte[] skip(final GoldenProcess process, final long firstTime, final long lastTime,
            final ObjLongConsumer<Checkpoint> count) {
        final long events = written.delivered - taken.delivered;
        written.delivered -= events;
        count.accept(written, events);
        takenName = writtenName;
        return change(process, firstTime, lastTime, to -> to.set(written));
    }

    /** Another drain takes what stands in the lane. */
    GoldenLane takenElsewhere() {
        taken.set(written);
        takenName = writtenName;
        blockEnds.clear();
        return this;
    }

    /** Put what was taken into the ledger, as its drain does. */
    GoldenLane drained() {
        final LaneLedger ledger = new LaneLedger(entry);
        ledger.storeCheckpoint(taken);
        ledger.headRelease(taken.position);
        return this;
    }

    static GoldenBytes chunk(final int kind, final Incarnation process, final int lane, final int bytes,
            final long... numbers) {
        return new GoldenBytes().i32(0).i32(kind).i64(process.most(), process.least()).i32(lane).i32(bytes)
                .i64(numbers);
    }

    /** With its length, which is a multiple of 8. */
    static byte[] sized(final GoldenBytes chunk) {
        return chunk.align(8).setI32(0, chunk.length()).toArray();
    }

    static void put(final GoldenBytes to, final Checkpoint checkpoint) {
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[LedgerDescriptor.CHECKPOINT_LENGTH]);
        checkpoint.store(bytes, 0);
        to.bytes(bytes.byteArray());
    }
}
