package io.ringside.bench.enabled;

import io.ringside.bench.fixture.MemoryFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/** Rings of Agrona in mapped files, as large as lanes. For one thread. */
final class PeerRings<R extends RingBuffer> implements AutoCloseable {
    private final MessageHandler counter = (typeId, buffer, index, length) -> count();
    private final MemoryFolder folder;
    private final List<R> rings = new ArrayList<>();
    private final List<UnsafeBuffer> memories = new ArrayList<>();
    private long drained;

    private PeerRings(final MemoryFolder folder) {
        this.folder = folder;
    }

    static <R extends RingBuffer> PeerRings<R> open(final int count, final Function<AtomicBuffer, R> maker)
            throws IOException {
        final PeerRings<R> peer = new PeerRings<>(MemoryFolder.create());
        for (int i = 0; i < count; i++) {
            final UnsafeBuffer memory = peer.folder.map("ring-" + i,
                    Batch.RING_BYTES + RingBufferDescriptor.TRAILER_LENGTH);
            peer.memories.add(memory);
            peer.rings.add(maker.apply(memory));
        }
        return peer;
    }

    List<R> rings() {
        return rings;
    }

    /** The rings' own memory: what a claim gives is an index in it. */
    UnsafeBuffer[] memories() {
        return memories.toArray(UnsafeBuffer[]::new);
    }

    /** Takes so many events out of every ring. */
    void drain(final int eventsPerRing) {
        drained = 0;
        for (int i = 0; i < rings.size(); i++) {
            final R ring = rings.get(i);
            while (ring.size() > 0) {
                ring.read(counter);
            }
        }
        Batch.check((long) eventsPerRing * rings.size(), drained);
    }

    @Override
    public void close() {
        folder.close();
    }

    private void count() {
        drained++;
    }
}
