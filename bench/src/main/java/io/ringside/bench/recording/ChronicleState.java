package io.ringside.bench.recording;

import io.ringside.bench.fixture.MemoryFolder;
import io.ringside.bench.recording.RecordedPayload.Medium;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import net.openhft.chronicle.bytes.PointerBytesStore;
import net.openhft.chronicle.core.io.Closeable;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** State with a Chronicle queue with default settings, to which each event is appended separately. */
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
public class ChronicleState {
    private final PointerBytesStore bytes = new PointerBytesStore();
    private MemoryFolder root;
    private UnsafeBuffer record;
    private SingleChronicleQueue queue;
    private ExcerptAppender appender;
    private int queues;
    private long appended;

    /** Creates the first queue. */
    @Setup
    public void open(final RecordedPayload payload) throws IOException {
        root = MemoryFolder.create();
        record = new UnsafeBuffer(ByteBuffer.allocateDirect(RecordedPayload.HEADER_LENGTH + payload.recordedBytes));
        record.putBytes(RecordedPayload.HEADER_LENGTH, payload.source, 0, payload.recordedBytes);
        bytes.set(record.addressOffset(), record.capacity());
        begin();
    }

    /** Begins an iteration, with a new queue. */
    @Setup(Level.Iteration)
    public void reset() {
        end();
        IoUtil.delete(folder().toFile(), false);
        queues++;
        begin();
    }

    /** Limits the size of the queue. */
    @Setup(Level.Invocation)
    public void bound() {
        if (appended > Medium.FILE_BYTES) {
            reset();
        }
    }

    /** Appends the events of a call. */
    void append() {
        for (int i = 0; i < RecordedPayload.EVENTS; i++) {
            record.putLong(0, i);
            appender.writeBytes(bytes);
        }
        appended += (long) RecordedPayload.EVENTS * record.capacity();
    }

    Path folder() {
        return root.path().resolve("queue-" + queues);
    }

    /** Removes the files. */
    @TearDown
    public void close() {
        end();
        root.close();
    }

    private void begin() {
        queue = SingleChronicleQueueBuilder.binary(folder().toFile()).build();
        appender = queue.createAppender();
        appended = 0;
    }

    private void end() {
        Closeable.closeQuietly(appender, queue);
    }
}
