package io.ringside.proof;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What a drain was handed, in the order of each lane: runs of numbers, gaps, losses without a lane, and whatever was
 * wrong. A plain mapped file: a run that grows is told from each event on, so that nothing is forgotten when the drain
 * is killed. For one writer; read when that has ended.
 */
final class Journal {
    static final int CAUSES = 8;

    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder())
            .withInvokeExactBehavior();
    private static final int CAPACITY = 4_000_000;
    private static final int ENTRY_LENGTH = 128;
    private static final int KIND_OFFSET = 0;
    private static final int PID_OFFSET = 8;
    private static final int LANE_OFFSET = 16;
    private static final int THREAD_ID_OFFSET = 24;
    private static final int FROM_OFFSET = 32;
    private static final int TO_OFFSET = 40;
    private static final int COUNTS_OFFSET = 48;
    private static final int PROCESS_OFFSET = 48;
    private static final int THREAD_OFFSET = 56;

    private final ByteBuffer buffer;
    private int size;

    /** What an entry tells. */
    enum Kind {
        /** Numbers from … to, all that the session wants. */
        RUN(1),
        /** Losses of a lane at this place: how many in all, and by cause. */
        GAP(2),
        /** Losses without a lane: how many in all, and by cause. */
        LANELESS(3),
        /** An event that is not what its writer wrote. */
        BAD(4);

        private final int code;

        Kind(final int code) {
            this.code = code;
        }
    }

    private Journal(final ByteBuffer buffer) {
        this.buffer = buffer.order(ByteOrder.nativeOrder());
        while (size < CAPACITY && buffer.getLong(at(size) + KIND_OFFSET) != 0) {
            size++;
        }
    }

    /** Open a journal, which is made if it is absent. Its length is that of a full one; it takes what is written. */
    static Journal open(final Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            return new Journal(channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) CAPACITY * ENTRY_LENGTH));
        }
    }

    int size() {
        return size;
    }

    /** Events of all runs, for a session of a level. */
    long events(final int level) {
        long events = 0;
        for (int entry = 0; entry < size; entry++) {
            if (kind(entry) == Kind.RUN) {
                for (long number = from(entry); number <= to(entry); number = Numbers.next(number, level)) {
                    events++;
                }
            }
        }
        return events;
    }

    /** Begin a run; returns the entry, which {@link #extend} takes. */
    int run(final Lane lane, final long threadId, final int process, final int thread, final long number) {
        buffer.putLong(at(size) + PROCESS_OFFSET, process);
        buffer.putLong(at(size) + THREAD_OFFSET, thread);
        return add(Kind.RUN, lane, threadId, number, number);
    }

    void extend(final int entry, final long number) {
        LONGS.setRelease(buffer, at(entry) + TO_OFFSET, number);
    }

    void gap(final Lane lane, final long threadId, final long total, final long[] countsByCode) {
        putCounts(countsByCode);
        add(Kind.GAP, lane, threadId, 0, total);
    }

    void laneless(final long pid, final long total, final long[] countsByCode) {
        putCounts(countsByCode);
        add(Kind.LANELESS, new Lane(pid, -1), 0, 0, total);
    }

    void bad(final Lane lane, final long threadId, final int process, final int thread, final long number) {
        buffer.putLong(at(size) + PROCESS_OFFSET, process);
        buffer.putLong(at(size) + THREAD_OFFSET, thread);
        add(Kind.BAD, lane, threadId, number, number);
    }

    Kind kind(final int entry) {
        return Kind.values()[(int) buffer.getLong(at(entry) + KIND_OFFSET) - 1];
    }

    Lane lane(final int entry) {
        return new Lane(pid(entry), (int) buffer.getLong(at(entry) + LANE_OFFSET));
    }

    long pid(final int entry) {
        return buffer.getLong(at(entry) + PID_OFFSET);
    }

    long threadId(final int entry) {
        return buffer.getLong(at(entry) + THREAD_ID_OFFSET);
    }

    int process(final int entry) {
        return (int) buffer.getLong(at(entry) + PROCESS_OFFSET);
    }

    int thread(final int entry) {
        return (int) buffer.getLong(at(entry) + THREAD_OFFSET);
    }

    long from(final int entry) {
        return buffer.getLong(at(entry) + FROM_OFFSET);
    }

    long to(final int entry) {
        return buffer.getLong(at(entry) + TO_OFFSET);
    }

    /** Losses by cause; {@link #to} tells how many there are in all. */
    Tally losses(final int entry) {
        final Tally losses = new Tally();
        for (int cause = 0; cause < CAUSES; cause++) {
            losses.add(cause, count(entry, cause));
        }
        return losses;
    }

    private long count(final int entry, final int causeCode) {
        return buffer.getLong(at(entry) + COUNTS_OFFSET + causeCode * Long.BYTES);
    }

    private void putCounts(final long[] countsByCode) {
        for (int i = 0; i < CAUSES; i++) {
            buffer.putLong(at(size) + COUNTS_OFFSET + i * Long.BYTES, countsByCode[i]);
        }
    }

    private int add(final Kind kind, final Lane lane, final long threadId, final long from, final long to) {
        final int at = at(size);
        buffer.putLong(at + PID_OFFSET, lane.pid());
        buffer.putLong(at + LANE_OFFSET, lane.index());
        buffer.putLong(at + THREAD_ID_OFFSET, threadId);
        buffer.putLong(at + FROM_OFFSET, from);
        buffer.putLong(at + TO_OFFSET, to);
        LONGS.setRelease(buffer, at + KIND_OFFSET, (long) kind.code);
        return size++;
    }

    private static int at(final int entry) {
        return entry * ENTRY_LENGTH;
    }
}
