package io.ringside.bench.recording;

import io.ringside.bench.fixture.AllocationMeter;
import io.ringside.bench.fixture.BareLane;
import io.ringside.bench.fixture.BoundsChecks;
import io.ringside.bench.fixture.MemoryFolder;
import io.ringside.bench.recording.RecordedPayload.Medium;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.agrona.DirectBuffer;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.AuxCounters;
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

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

/**
 * Cost of moving an event from its lane into a recording. The baselines are a Chronicle queue to which the same event
 * is appended separately, and a plain copy of the same number of bytes from file to file.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(RecordedPayload.EVENTS)
@Fork(jvmArgsAppend = BoundsChecks.OFF)
public class RecordBenchmark {
    /** Records events from the lane, with ledger and checkpoints. */
    @Benchmark
    public long recorder(final RecorderState state) {
        return state.events.record();
    }

    /** Whole recordings on the disk of the working directory, from the first event to the end. */
    @Benchmark
    @OperationsPerInvocation(DiskState.EVENTS)
    public long onDisk(final DiskState state) {
        return state.events.recordToEnd(DiskState.EVENTS);
    }

    /** An excerpt of Chronicle for each event. */
    @Benchmark
    public void peerChronicleAppend(final ChronicleState state) {
        state.append();
    }

    /** Copies as many bytes as the events have, from file to file. */
    @Benchmark
    public long peerFileCopy(final FileCopyState state) throws IOException {
        return state.copy();
    }

    /**
     * Lower limit: records of the same length in a lane are read and copied one by one into a piece, which is written
     * into a file. Only lengths are checked, only records are counted, and no order is kept.
     */
    @Benchmark
    public long peerBareRecorder(final BareRecorderState state) throws IOException {
        return state.record();
    }

    /** Same lower limit with a checksum of each piece, as in any recorder that checks its data. */
    @Benchmark
    public long peerBareChecked(final BareRecorderState state) throws IOException {
        return state.recordChecked();
    }

    /** State with a file that is copied to another on the same medium, in pieces as long as a call's events. */
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
    public static class FileCopyState {
        private static final int SOURCE_PIECES = 128;

        private MemoryFolder root;
        private FileChannel source;
        private FileChannel target;
        private ByteBuffer piece;
        private UnsafeBuffer pieceBytes;
        private long read;
        private long written;

        /** Creates the source file. */
        @Setup
        public void open(final RecordedPayload payload) throws IOException {
            root = MemoryFolder.create();
            piece = ByteBuffer.allocateDirect(RecordedPayload.EVENTS * payload.recordBytes());
            pieceBytes = new UnsafeBuffer(piece);
            source = FileChannel.open(file("source"), CREATE, READ, WRITE);
            for (int i = 0; i < SOURCE_PIECES; i++) {
                source.write(piece.clear());
            }
            reset();
        }

        /** Begins a new copy. */
        @Setup(Level.Iteration)
        public void reset() throws IOException {
            if (target != null) {
                target.close();
            }
            target = FileChannel.open(file("target"), CREATE, WRITE, TRUNCATE_EXISTING);
            written = 0;
        }

        /** Limits the size of the copy. */
        @Setup(Level.Invocation)
        public void bound() throws IOException {
            if (written > Medium.FILE_BYTES) {
                reset();
            }
            if (read + piece.capacity() > source.size()) {
                read = 0;
            }
        }

        /** Copies the next piece. */
        long copy() throws IOException {
            read += source.read(piece.clear(), read);
            written += target.write(piece.flip());
            return written;
        }

        UnsafeBuffer pieceBytes() {
            return pieceBytes;
        }

        ByteBuffer piece(final int bytes) {
            return piece.clear().limit(bytes);
        }

        long write(final int bytes) throws IOException {
            written += target.write(piece(bytes));
            return written;
        }

        /** Removes the files. */
        @TearDown
        public void close() throws IOException {
            source.close();
            target.close();
            root.close();
        }

        private Path file(final String name) {
            return root.path().resolve(name);
        }
    }

    /** State with a bare lane whose records are recorded. */
    @State(Scope.Thread)
    @SuppressWarnings("this-escape") // JMH's subclass adds fields that are only padding.
    public static class BareRecorderState extends FileCopyState {
        private static final int LANE_BYTES = 512 * 1024;

        private final BareLane lane = new BareLane(new UnsafeBuffer(
                ByteBuffer.allocateDirect(LANE_BYTES + BareLane.TRAILER_LENGTH)));
        private final BareLane.Writer writer = lane.new Writer();
        private final BareLane.Reader reader = lane.new Reader(this::copy);
        private final CRC32C checksum = new CRC32C();
        private int copied;

        @Setup(Level.Invocation)
        public void fill(final RecordedPayload payload) {
            for (int i = 0; i < RecordedPayload.EVENTS; i++) {
                if (!writer.write(System::nanoTime, payload.source, payload.recordedBytes)) {
                    throw new IllegalStateException("a bare lane of the bench is full: records=" + i);
                }
            }
        }

        /** Records the waiting records. */
        long record() throws IOException {
            take();
            return write(copied);
        }

        /** Records the waiting records with a checksum. */
        long recordChecked() throws IOException {
            take();
            checksum.reset();
            checksum.update(piece(copied));
            return write(copied) ^ checksum.getValue();
        }

        private void take() {
            copied = 0;
            for (int read = 0; read < RecordedPayload.EVENTS;) {
                read += reader.poll();
            }
        }

        private void copy(final DirectBuffer memory, final int index, final int length) {
            memory.getBytes(index - Long.BYTES, pieceBytes(), copied, length + Long.BYTES); // Including its word.
            copied += length + Long.BYTES;
        }
    }

    /** A session in memory, whose recordings are on a disk. */
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
    public static class DiskState {
        static final int EVENTS = 128 * RecordedPayload.EVENTS;

        /** Whether the recorder waits until the disk has stored each file. */
        @Param({"true", "false"})
        boolean forced;

        private MemoryFolder memory;
        private Path disk;
        private RecordedEvents events;

        /** Starts the session. */
        @Setup
        public void open(final RecordedPayload payload) throws IOException {
            memory = MemoryFolder.create();
            disk = Files.createTempDirectory(Path.of("").toAbsolutePath(), "ringside-bench-");
            events = new RecordedEvents(memory.path(), disk, payload, false, forced);
        }

        /** Begins another recording. */
        @Setup(Level.Invocation)
        public void restart() {
            events.restart();
        }

        /** Removes all files. */
        @TearDown
        public void close() {
            events.close();
            IoUtil.delete(disk.toFile(), false);
            memory.close();
        }
    }

    /** A recorder with events to record: they are written between the measured calls, by the measuring thread. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
    public static class RecorderState {
        private final AllocationMeter meter = new AllocationMeter();
        private MemoryFolder root;
        private RecordedPayload payload;
        RecordedEvents events;
        private long allocatedBytes;
        private long measuredEvents;

        /** Starts the session, then registers the event, which is wanted at once. */
        @Setup
        public void open(final RecordedPayload carried) throws IOException {
            payload = carried;
            root = MemoryFolder.create();
            events = RecordedEvents.startMeasured(root, carried);
        }

        /** Begins an iteration, with a new recording. */
        @Setup(Level.Iteration)
        public void reset() {
            restart();
            allocatedBytes = 0;
            measuredEvents = 0;
        }

        /** Starts a new recording outside the meter, because its memory does not count as an event's memory. */
        private void restart() {
            events.restart();
            events.write();
            events.record();
        }

        /** Writes the events to record. */
        @Setup(Level.Invocation)
        public void begin() {
            if (events.written() * payload.recordBytes() > Medium.FILE_BYTES) {
                restart();
            }
            events.write();
            meter.begin();
        }

        /** Ends a call. */
        @TearDown(Level.Invocation)
        public void end() {
            allocatedBytes += meter.bytes();
            measuredEvents += RecordedPayload.EVENTS;
        }

        /** Bytes allocated for each event within the measured calls of an iteration, for JMH's results. */
        public double threadBytesPerEvent() {
            return measuredEvents == 0 ? 0 : (double) allocatedBytes / measuredEvents;
        }

        /** Closes everything, compares the ledger with the written events, and removes all files. */
        @TearDown
        public void close() {
            events.close();
            root.close();
        }
    }
}
