package io.ringside.bench.recording;

import io.ringside.bench.fixture.AllocationMeter;
import io.ringside.bench.fixture.BoundsChecks;
import io.ringside.bench.fixture.MemoryFolder;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventReader;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldVisitor;
import java.io.File;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.core.io.Closeable;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;
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
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Cost of reading back an event with all its fields, from a recording in order of time. The baseline is a Chronicle
 * queue with an excerpt for each event. A call reads everything, from newly mapped files.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(ReadBenchmark.EVENTS)
@Fork(jvmArgsAppend = BoundsChecks.OFF)
public class ReadBenchmark {
    /** Number of events read in a call. */
    static final int EVENTS = 512 * RecordedPayload.EVENTS;

    /** Reads fields at known offsets. */
    @Benchmark
    public long byOffset(final RecordingState state) {
        return state.readByOffset();
    }

    /** Reads the fields by the schema. */
    @Benchmark
    public long bySchema(final RecordingState state) {
        return state.readBySchema();
    }

    /** Reads an excerpt of Chronicle for each event, with fields at known offsets. */
    @Benchmark
    public long peerChronicleTailer(final TailerState state) {
        return state.read();
    }

    /**
     * Lower limit: the same recording's files are mapped, each byte is included in a checksum once, as in any reader
     * that checks its data, and all numbers are added up, whatever they mean. Excerpts, records and order are ignored.
     */
    @Benchmark
    public long peerBareFiles(final BareState state) {
        return state.read();
    }

    /** Fails if the reader has missed events. */
    static void check(final long events, final long sum, final RecordedPayload payload) {
        if (events != EVENTS || sum != EVENTS * payload.sum()) {
            throw new IllegalStateException("not all events were read as they were written: events=" + events
                    + ", written=" + EVENTS + ", sum=" + sum + ", writtenSum=" + EVENTS * payload.sum());
        }
    }

    /** State with a recording from which each call reads all events with all fields. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
    public static class RecordingState {
        private final AllocationMeter meter = new AllocationMeter();
        private final PayloadSum sum = new PayloadSum();
        private MemoryFolder root;
        private RecordedEvents events;
        private RecordedPayload payload;
        private EventReader consumer;
        private long allocatedBytes;
        private long measuredEvents;

        @Setup
        public void open(final RecordedPayload carried) throws IOException {
            payload = carried;
            root = MemoryFolder.create();
            events = RecordedEvents.recorded(root, carried, ReadBenchmark.EVENTS);
        }

        /** Begins an iteration. */
        @Setup(Level.Iteration)
        public void reset() {
            allocatedBytes = 0;
            measuredEvents = 0;
        }

        /** Opens the recording. */
        @Setup(Level.Invocation)
        public void begin() {
            sum.reset();
            consumer = EventReader.open(new ReaderContext().errorHandler(failure -> {
                throw new IllegalStateException("a reader of the bench has failed", failure);
            }), Source.recording(events.folder()));
        }

        /** Reads all events, with each number at its offset in the payload. */
        long readByOffset() {
            return read(false);
        }

        /** Reads all events, with each number found by the recording's schema. */
        long readBySchema() {
            return read(true);
        }

        /** Checks that everything was read. */
        @TearDown(Level.Invocation)
        public void end() {
            allocatedBytes += meter.bytes();
            measuredEvents += ReadBenchmark.EVENTS;
            ReadBenchmark.check(consumer.totals().events(), sum.total(), payload);
            consumer.close();
        }

        /** Bytes allocated for each event within the measured calls of an iteration, for JMH's results. */
        public double threadBytesPerEvent() {
            return measuredEvents == 0 ? 0 : (double) allocatedBytes / measuredEvents;
        }

        /** Removes all files. */
        @TearDown
        public void close() {
            events.close();
            root.close();
        }

        private long read(final boolean bySchema) {
            sum.bySchema(bySchema);
            do {
                consumer.poll(sum);
            } while (consumer.totals().events() == 0 && !consumer.hasCaughtUp());
            // Memory for the recording's session, schemas and lanes does not count as an event's memory.
            meter.begin();
            consumer.readAvailable(sum);
            return sum.total() ^ sum.times();
        }
    }

    /** State with a recording whose bytes each call reads without decoding them. */
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
    public static class BareState {
        /** Length of a piece that stays in the first-level cache between the checksum and the numbers. */
        private static final int PIECE_BYTES = 16 * 1024;

        private final CRC32C checksum = new CRC32C();
        private MemoryFolder root;
        private RecordedEvents events;
        private File[] files;
        private int[] usedBytes;

        @Setup
        public void open(final RecordedPayload carried) throws IOException {
            root = MemoryFolder.create();
            events = RecordedEvents.recorded(root, carried, ReadBenchmark.EVENTS);
            files = events.folder().toFile().listFiles((folder, name) -> name.endsWith(".cq4"));
            usedBytes = Arrays.stream(files).mapToInt(BareState::usedBytes).toArray();
            final long bytes = Arrays.stream(usedBytes).asLongStream().sum();
            if (bytes < events.payloadBytes()) {
                throw new IllegalStateException("files are shorter than what was recorded: bytes=" + bytes);
            }
        }

        /** Reads all files up to their last excerpts. */
        long read() {
            long sum = 0;
            checksum.reset();
            for (int i = 0; i < files.length; i++) {
                final MappedByteBuffer mapped = IoUtil.mapExistingFile(files[i], "recording");
                final UnsafeBuffer buffer = new UnsafeBuffer(mapped);
                for (int begin = 0; begin < usedBytes[i]; begin += PIECE_BYTES) {
                    final int end = Math.min(begin + PIECE_BYTES, usedBytes[i]);
                    checksum.update(mapped.limit(end).position(begin));
                    for (int offset = begin; offset < end; offset += Long.BYTES) {
                        sum += buffer.getLong(offset);
                    }
                }
                IoUtil.unmap(mapped);
            }
            return sum ^ checksum.getValue();
        }

        /** Returns the end of the last number in a file, because a file has unused space at its end. */
        private static int usedBytes(final File file) {
            final MappedByteBuffer mapped = IoUtil.mapExistingFile(file, "recording");
            final UnsafeBuffer buffer = new UnsafeBuffer(mapped);
            int used = mapped.capacity() & -Long.BYTES;
            while (used > 0 && buffer.getLong(used - Long.BYTES) == 0) {
                used -= Long.BYTES;
            }
            IoUtil.unmap(mapped);
            return used;
        }

        /** Removes all files. */
        @TearDown
        public void close() {
            events.close();
            root.close();
        }
    }

    /** Handler that adds up the numbers of all events, and uses their times. Not thread-safe. */
    static final class PayloadSum implements EventHandler, FieldVisitor {
        private boolean bySchema;
        private long total;
        private long times;

        /** Resets the sums. */
        void reset() {
            total = 0;
            times = 0;
        }

        /** Sets whether numbers are found by the schema or by their offset. */
        void bySchema(final boolean wanted) {
            bySchema = wanted;
        }

        /** Returns the sum of all numbers. */
        long total() {
            return total;
        }

        /** Returns a value that depends on all times. */
        long times() {
            return times;
        }

        @Override
        public void onEvent(final EventView event) {
            times ^= event.timeNs();
            if (bySchema) {
                event.readFields(this);
                return;
            }
            final DirectBuffer buffer = event.buffer();
            final int begin = event.payloadOffset();
            final int end = begin + event.payloadLength();
            long sum = 0;
            for (int offset = begin; offset < end; offset += Long.BYTES) {
                sum += buffer.getLong(offset);
            }
            total += sum;
        }

        @Override
        public void onLong(final FieldSchema field, final long value) {
            total += value;
        }

        @Override
        public void onGap(final GapView gap) {
            throw new IllegalStateException("events of the bench were lost: count=" + gap.total());
        }
    }

    /** State with a Chronicle queue with an excerpt for each event, of which each call reads all with all fields. */
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
    public static class TailerState {
        private final ChronicleState events = new ChronicleState();
        private RecordedPayload payload;
        private SingleChronicleQueue queue;
        private ExcerptTailer tailer;
        private long read;
        private long total;

        @Setup
        public void open(final RecordedPayload carried) throws IOException {
            payload = carried;
            events.open(carried);
            for (long i = 0; i < ReadBenchmark.EVENTS; i += RecordedPayload.EVENTS) {
                events.append();
            }
        }

        /** Opens the queue. */
        @Setup(Level.Invocation)
        public void begin() {
            queue = SingleChronicleQueueBuilder.binary(events.folder().toFile()).readOnly(true).build();
            tailer = queue.createTailer();
            read = 0;
            total = 0;
        }

        /** Reads all events in place. */
        long read() {
            final int numbers = payload.numbers();
            long times = 0;
            while (true) {
                try (DocumentContext document = tailer.readingDocument()) {
                    if (!document.isPresent()) {
                        return total ^ times;
                    }
                    final Bytes<?> bytes = document.wire().bytes();
                    times ^= bytes.readLong();
                    bytes.readSkip(RecordedPayload.HEADER_LENGTH - Long.BYTES);
                    long sum = 0;
                    for (int i = 0; i < numbers; i++) {
                        sum += bytes.readLong();
                    }
                    total += sum;
                    read++;
                }
            }
        }

        /** Checks that everything was read. */
        @TearDown(Level.Invocation)
        public void end() {
            ReadBenchmark.check(read, total, payload);
            Closeable.closeQuietly(tailer, queue);
        }

        /** Removes all files. */
        @TearDown
        public void close() {
            events.close();
        }
    }
}
