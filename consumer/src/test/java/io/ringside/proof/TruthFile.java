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
 * What the writers of one process know: for each thread how many calls it has begun, how many have returned, and with
 * which outcome each. A plain mapped file, so that it outlives its process. Each thread writes its own part.
 */
final class TruthFile {
    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder())
            .withInvokeExactBehavior();
    private static final int PID_OFFSET = 0;
    private static final int THREADS_OFFSET = 8;
    private static final int CAPACITY_OFFSET = 16;
    private static final int PROCESS_OFFSET = 24;
    private static final int CARRIED_OFFSET = 32;
    private static final int LINE_LENGTH = 64;
    private static final int THREAD_ID_OFFSET = 0;
    private static final int BEGUN_OFFSET = 8;
    private static final int RETURNED_OFFSET = 16;

    private final ByteBuffer buffer;
    private final int threads;
    private final int capacity;
    private final int resultsOffset;

    private TruthFile(final ByteBuffer buffer, final int threads, final int capacity) {
        this.buffer = buffer.order(ByteOrder.nativeOrder());
        this.threads = threads;
        this.capacity = capacity;
        resultsOffset = LINE_LENGTH * (threads + 1);
    }

    /**
     * Make a file.
     *
     * @param path     of the file
     * @param process  number of the process in the payloads
     * @param threads  that write, one after another or at a time
     * @param capacity most calls of a thread
     */
    static TruthFile create(final Path path, final int process, final int threads, final int capacity)
            throws IOException {
        final long length = LINE_LENGTH * (threads + 1L) + (long) threads * capacity * Short.BYTES;
        final TruthFile truth = new TruthFile(map(path, length), threads, capacity);
        truth.buffer.putLong(THREADS_OFFSET, threads);
        truth.buffer.putLong(CAPACITY_OFFSET, capacity);
        truth.buffer.putLong(PROCESS_OFFSET, process);
        return truth;
    }

    static TruthFile open(final Path path) throws IOException {
        final ByteBuffer header = map(path, LINE_LENGTH).order(ByteOrder.nativeOrder());
        final int threads = (int) header.getLong(THREADS_OFFSET);
        final int capacity = (int) header.getLong(CAPACITY_OFFSET);
        return new TruthFile(map(path, LINE_LENGTH * (threads + 1L) + (long) threads * capacity * Short.BYTES), threads,
                capacity);
    }

    private static ByteBuffer map(final Path path, final long length) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, length);
        }
    }

    void pid(final long pid) {
        buffer.putLong(PID_OFFSET, pid);
    }

    long pid() {
        return buffer.getLong(PID_OFFSET);
    }

    /** The threads are virtual ones: they share lanes, and change them. */
    void carried() {
        buffer.putLong(CARRIED_OFFSET, 1);
    }

    boolean isCarried() {
        return buffer.getLong(CARRIED_OFFSET) != 0;
    }

    int process() {
        return (int) buffer.getLong(PROCESS_OFFSET);
    }

    int threads() {
        return threads;
    }

    int capacity() {
        return capacity;
    }

    void threadId(final int thread, final long threadId) {
        buffer.putLong(line(thread) + THREAD_ID_OFFSET, threadId);
    }

    /** Id in its JVM; 0 if it has not begun. */
    long threadId(final int thread) {
        return buffer.getLong(line(thread) + THREAD_ID_OFFSET);
    }

    /** A call is about to be made. */
    void begin(final int thread, final long number) {
        LONGS.setRelease(buffer, line(thread) + BEGUN_OFFSET, number + 1);
    }

    /** A call has returned. */
    void end(final int thread, final long number, final short outcome) {
        buffer.putShort(result(thread, number), outcome);
        LONGS.setRelease(buffer, line(thread) + RETURNED_OFFSET, number + 1);
    }

    long begun(final int thread) {
        return (long) LONGS.getAcquire(buffer, line(thread) + BEGUN_OFFSET);
    }

    long returned(final int thread) {
        return (long) LONGS.getAcquire(buffer, line(thread) + RETURNED_OFFSET);
    }

    /** Calls of all threads that have returned. */
    long returned() {
        long sum = 0;
        for (int thread = 0; thread < threads; thread++) {
            sum += returned(thread);
        }
        return sum;
    }

    int outcome(final int thread, final long number) {
        return buffer.getShort(result(thread, number)) & 0xFFFF;
    }

    private int result(final int thread, final long number) {
        return resultsOffset + (int) (thread * (long) capacity + number) * Short.BYTES;
    }

    private static int line(final int thread) {
        return LINE_LENGTH * (thread + 1);
    }
}
