package io.ringside.bench.live;

import io.ringside.bench.fixture.BareLane;
import io.ringside.bench.fixture.BoundsChecks;
import io.ringside.bench.fixture.MemoryFolder;
import io.ringside.bench.fixture.PeerRecord;
import io.ringside.bench.fixture.SessionControl;
import io.ringside.bench.fixture.TracedProcess;
import io.ringside.control.EnableRequest;
import io.ringside.event.Keyword;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventReader;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import io.ringside.session.Enablement;
import io.ringside.session.SessionSettings;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Cost of a poll without events, of an event that is read as soon as it is written, and of events of which many wait.
 * Each lane except one belongs to a thread that has written an event and now waits.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(jvmArgsAppend = BoundsChecks.OFF)
public class LiveReadBenchmark {
    private static final int WAITING = 512;
    private static final int WAITING_MERGED = 2_048;
    /** Number of events that a thread writes before the next thread's turn, in merged lanes. */
    private static final int RUN = 8;
    /** Time after which an event does not wait for older ones any more. */
    private static final long DUE_NS = TimeUnit.MICROSECONDS.toNanos(20);
    private static final int PAYLOAD_BYTES = 32;
    private static final String SESSION = "live";
    private static final int LANE_LIMIT = 1_024;
    private static final int LANE_BYTES = 256 * 1024;

    /** Polls without events. */
    @Benchmark
    public int empty(final LiveState state) {
        return state.poll();
    }

    /** Writes an event, then reads it. */
    @Benchmark
    public long single(final LiveState state) {
        state.write(1);
        return state.read(1);
    }

    /** Reads many waiting events; the figure is per event. */
    @Benchmark
    @OperationsPerInvocation(WAITING)
    public long waiting(final WaitingState state) {
        return state.read(WAITING);
    }

    /** Reads many waiting events of several threads in order of time; the figure is per event. */
    @Benchmark
    @OperationsPerInvocation(WAITING_MERGED)
    public long waitingMerged(final MergedState state) {
        return state.read(WAITING_MERGED);
    }

    /** Writes a message into Agrona's ring, with a reading of the clock, then reads it. */
    @Benchmark
    public long peerSingle(final RingState state) {
        state.write(1);
        return state.read(1);
    }

    /** Reads many waiting messages from Agrona's ring; the figure is per message. */
    @Benchmark
    @OperationsPerInvocation(WAITING)
    public long peerWaiting(final WaitingRingState state) {
        return state.read(WAITING);
    }

    /** Reads many waiting records from the lane with minimum work; the figure is per record, and the lower limit. */
    @Benchmark
    @OperationsPerInvocation(WAITING)
    public long peerBareWaiting(final WaitingBareState state) {
        return state.read(WAITING);
    }

    /** State with a session whose reader does not merge. */
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
    public static class LiveState {
        @Param({"1", "8", "1000"})
        public int lanes;

        private final UnsafeBuffer source = new UnsafeBuffer(ByteBuffer.allocateDirect(PAYLOAD_BYTES));
        private final CountDownLatch end = new CountDownLatch(1);
        private final List<Thread> threads = new ArrayList<>();
        private long sum;
        private final EventHandler handler = event -> sum += event.timeTicks()
                + event.buffer().getLong(event.payloadOffset());
        private MemoryFolder folder;
        private SessionControl control;
        private TracedProcess process;
        private ProviderEvent event;
        private EventReader reader;

        /** Starts the session and lets each thread write an event. */
        @Setup
        public void open() throws IOException, InterruptedException {
            folder = MemoryFolder.create();
            control = SessionControl.open(folder.path());
            control.start(SessionSettings.builder(SESSION).lanes(LANE_LIMIT).laneBytes(LANE_BYTES)
                    .maxBytes((long) LANE_LIMIT * LANE_BYTES).build(),
                    List.of(EnableRequest.of(TracedProcess.PROVIDER,
                            Enablement.of(io.ringside.event.Level.MAX, Keyword.NONE, Keyword.NONE))));
            process = TracedProcess.connectAsApplication(folder.path(), PAYLOAD_BYTES / Long.BYTES);
            event = process.event();
            reader = EventReader.open(new ReaderContext().directory(folder.path()).merged(isMerged())
                    .errorHandler(failure -> {
                        throw new IllegalStateException("a reader of the bench has failed", failure);
                    }), Source.session(SESSION));
            for (int i = 1; i < lanes; i++) {
                final CountDownLatch written = new CountDownLatch(1);
                final Thread thread = new Thread(() -> ownLane(written), "lane-" + i);
                thread.setDaemon(true);
                thread.start();
                written.await();
                threads.add(thread);
            }
            process.takeLanes();
            write(1);
            while (reader.totals().events() < lanes) {
                reader.poll(handler);
            }
        }

        private void ownLane(final CountDownLatch written) {
            while (WriteResult.written(event.write(source, 0, PAYLOAD_BYTES)) == 0) {
                LockSupport.parkNanos(1_000); // The control thread is creating more lanes.
            }
            written.countDown();
            try {
                writeMore(event);
                end.await();
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        boolean isMerged() {
            return false;
        }

        /** Writes more events on a lane's thread. */
        void writeMore(final ProviderEvent ofLane) throws InterruptedException {}

        int poll() {
            return reader.poll(handler);
        }

        void write(final int events) {
            for (int i = 0; i < events; i++) {
                requireWritten(event.write(source, 0, PAYLOAD_BYTES));
            }
        }

        long read(final int events) {
            for (int read = 0; read < events;) {
                read += reader.poll(handler);
            }
            return sum;
        }

        /** Ends the threads and the session. */
        @TearDown
        public void close() throws InterruptedException {
            end.countDown();
            for (final Thread thread : threads) {
                thread.join();
            }
            reader.close();
            process.close();
            control.end(SESSION);
            control.close();
            folder.close();
        }
    }

    /** State with events that wait before each call. */
    @State(Scope.Thread)
    public static class WaitingState extends LiveState {
        /** Writes the events. */
        @Setup(Level.Invocation)
        public void fill() {
            write(WAITING);
        }
    }

    /** State with events that wait in all lanes except one before each call, written by the threads in turn. */
    @State(Scope.Thread)
    public static class MergedState extends LiveState {
        private final Semaphore turn = new Semaphore(0);
        private final Semaphore written = new Semaphore(0);
        private volatile boolean ended;

        @Override
        boolean isMerged() {
            return true;
        }

        @Override
        void writeMore(final ProviderEvent ofLane) throws InterruptedException {
            final UnsafeBuffer payload = new UnsafeBuffer(ByteBuffer.allocateDirect(PAYLOAD_BYTES));
            while (!ended) {
                turn.acquire();
                for (int i = 0; i < RUN && !ended; i++) {
                    requireWritten(ofLane.write(payload, 0, PAYLOAD_BYTES));
                }
                written.release();
            }
        }

        /** Lets the threads write the events, and waits until none of them waits for older ones. */
        @Setup(Level.Invocation)
        public void fill() {
            for (int i = 0; i < WAITING_MERGED / RUN; i++) {
                if (lanes == 1) {
                    write(RUN);
                } else {
                    turn.release();
                    written.acquireUninterruptibly();
                }
            }
            final long beginNs = System.nanoTime();
            while (System.nanoTime() - beginNs < DUE_NS) {
                Thread.onSpinWait();
            }
        }

        @Override
        public void close() throws InterruptedException {
            ended = true;
            turn.release(lanes);
            super.close();
        }
    }

    /** State with a ring whose messages contain a time and a payload. */
    @State(Scope.Thread)
    public static class RingState {
        private final UnsafeBuffer source = new UnsafeBuffer(ByteBuffer.allocateDirect(PAYLOAD_BYTES));
        private final ManyToOneRingBuffer ring = new ManyToOneRingBuffer(new UnsafeBuffer(
                ByteBuffer.allocateDirect(LANE_BYTES + RingBufferDescriptor.TRAILER_LENGTH)));
        private long sum;
        private final MessageHandler handler = (type, buffer, index,
                length) -> sum += buffer.getLong(index) + buffer.getLong(index + Long.BYTES);

        void write(final int messages) {
            for (int i = 0; i < messages; i++) {
                final int index = ring.tryClaim(1, PAYLOAD_BYTES + Long.BYTES);
                ring.buffer().putLong(index, System.nanoTime());
                ring.buffer().putBytes(index + Long.BYTES, source, 0, PAYLOAD_BYTES);
                ring.commit(index);
            }
        }

        long read(final int messages) {
            for (int read = 0; read < messages;) {
                read += ring.read(handler);
            }
            return sum;
        }
    }

    /** State with messages that wait before each call. */
    @State(Scope.Thread)
    public static class WaitingRingState extends RingState {
        /** Writes the messages. */
        @Setup(Level.Invocation)
        public void fill() {
            write(WAITING);
        }
    }

    /** State with a bare lane whose records contain a time and a payload. */
    @State(Scope.Thread)
    public static class BareState {
        private final UnsafeBuffer source = new UnsafeBuffer(ByteBuffer.allocateDirect(PAYLOAD_BYTES));
        private final BareLane lane = new BareLane(new UnsafeBuffer(
                ByteBuffer.allocateDirect(LANE_BYTES + BareLane.TRAILER_LENGTH)));
        private final BareLane.Writer writer = lane.new Writer();
        private long sum;
        private final BareLane.Reader reader = lane.new Reader((memory, index,
                length) -> sum += PeerRecord.timeNs(memory, index)
                        + memory.getLong(index + PeerRecord.HEADER_LENGTH));

        void write(final int records) {
            for (int i = 0; i < records; i++) {
                if (!writer.write(System::nanoTime, source, PAYLOAD_BYTES)) {
                    throw new IllegalStateException("a bare lane of the bench is full: records=" + i);
                }
            }
        }

        long read(final int records) {
            for (int read = 0; read < records;) {
                read += reader.poll();
            }
            return sum;
        }
    }

    /** State with records that wait before each call. */
    @State(Scope.Thread)
    public static class WaitingBareState extends BareState {
        /** Writes the records. */
        @Setup(Level.Invocation)
        public void fill() {
            write(WAITING);
        }
    }

    private static void requireWritten(final long result) {
        if (WriteResult.written(result) == 0) {
            throw new IllegalStateException("an event of the bench was not written: result=" + result);
        }
    }
}
