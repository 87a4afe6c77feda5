package io.ringside.bench.channel;

import java.nio.file.Path;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBuffer;

/** The file of a ring of Agrona. Stateless. */
final class RingMemory {
    private static final String DESCRIPTION = "ring of the bench";

    private RingMemory() {}

    /** Maps the file that the host has made. */
    static UnsafeBuffer map(final Path file) {
        return new UnsafeBuffer(IoUtil.mapExistingFile(file.toFile(), DESCRIPTION));
    }

    static RingBuffer ring(final ChannelKind kind, final UnsafeBuffer memory) {
        return kind == ChannelKind.ONE_TO_ONE ? new OneToOneRingBuffer(memory) : new ManyToOneRingBuffer(memory);
    }
}
