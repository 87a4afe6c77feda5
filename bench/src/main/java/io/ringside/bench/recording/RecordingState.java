package io.ringside.bench.recording;

import io.ringside.bench.fixture.AllocationMeter;
import io.ringside.bench.fixture.MemoryFolder;
import io.ringside.reader.RecordingConsumer;
import io.ringside.reader.RecordingContext;
import java.io.IOException;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A recording, of which each call reads all events with all their fields. */
@AuxCounters(AuxCounters.Type.EVENTS)
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
public class RecordingState {
    private final AllocationMeter meter = new AllocationMeter();
    private final PayloadSum sum = new PayloadSum();
    private MemoryFolder root;
    private RecordedEvents events;
    private RecordedPayload payload;
    private RecordingConsumer consumer;
    private long allocatedBytes;
    private long measuredEvents;

    /** Makes the recording. */
    @Setup
    public void open(final RecordedPayload carried) throws IOException {
        payload = carried;
        root = MemoryFolder.create();
        events = RecordedEvents.start(root, carried);
        while (events.written() < ReadBenchmark.EVENTS) {
            events.write();
            events.record();
        }
        events.endRecording();
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
        consumer = RecordingConsumer.open(new RecordingContext(events.folder(), sum)
                .errorHandler(failure -> {
                    throw new IllegalStateException("a reader of the bench has failed", failure);
                }));
        meter.begin();
    }

    /** Reads all events, each number at its place in the payload. */
    long readByOffset() {
        return read(false);
    }

    /** Reads all events, each number as the schema in the recording tells it. */
    long readBySchema() {
        return read(true);
    }

    /** Checks that everything was read. */
    @TearDown(Level.Invocation)
    public void end() {
        allocatedBytes += meter.bytes();
        measuredEvents += ReadBenchmark.EVENTS;
        ReadBenchmark.check(consumer.events(), sum.total(), payload);
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
            consumer.doWork();
        } while (!consumer.isAtEnd());
        consumer.deliverRest();
        return sum.total() ^ sum.times();
    }
}
