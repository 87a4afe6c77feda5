package io.ringside.bench.recording;

import java.io.IOException;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.core.io.Closeable;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A queue of Chronicle with an excerpt for each event, of which each call reads all events with all their fields. */
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
public class TailerState {
    private final ChronicleState events = new ChronicleState();
    private RecordedPayload payload;
    private SingleChronicleQueue queue;
    private ExcerptTailer tailer;
    private long read;
    private long total;

    /** Makes the queue. */
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

    /** Reads all events where they lie. */
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
