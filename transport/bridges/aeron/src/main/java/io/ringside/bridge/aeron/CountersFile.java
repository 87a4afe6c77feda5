package io.ringside.bridge.aeron;

import io.aeron.CncFileDescriptor;
import io.aeron.CommonContext;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.agrona.IoUtil;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.agrona.concurrent.status.CountersReader;
import org.jspecify.annotations.Nullable;

/**
 * File with the counters of a media driver. The file of a driver that has ended has no counters: its heartbeat is old,
 * or has the final value that a driver stores when it ends. A driver that starts again creates another file, which is
 * then read instead. Thread-safe.
 */
final class CountersFile implements AutoCloseable {
    private final Path path;
    private final EpochClock clock;
    private final Lock lock = new ReentrantLock();
    private boolean isClosed;
    private @Nullable MappedByteBuffer mapped;
    private @Nullable CountersReader counters;
    private @Nullable RingBuffer toDriver;
    private @Nullable Object identity;

    CountersFile(final Path path, final EpochClock clock) {
        this.path = path;
        this.clock = clock;
    }

    /** Passes the counters to a reader, unless there are none. */
    void read(final Consumer<CountersReader> reader) {
        lock.lock();
        try {
            final CountersReader current = isClosed ? null : current();
            if (current != null) {
                reader.accept(current);
            }
        } finally {
            lock.unlock();
        }
    }

    private @Nullable CountersReader current() {
        try {
            final Object found = identityOf();
            if (counters == null || !found.equals(identity)) {
                unmap();
                map();
                identity = found;
            }
            return isAlive() ? counters : null;
        } catch (final IOException | RuntimeException e) {
            // There is no driver, or it is starting, or has another release.
            unmap();
            return null;
        }
    }

    /** Returns whether the driver is alive by the criteria of Aeron's own clients. */
    private boolean isAlive() {
        return toDriver != null
                && clock.time() - toDriver.consumerHeartbeatTime() <= CommonContext.DEFAULT_DRIVER_TIMEOUT_MS;
    }

    /** Returns the identity of the file. A new file may have the number of its predecessor, but not also its time. */
    private Object identityOf() throws IOException {
        final BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
        return Objects.requireNonNullElse(attributes.fileKey(), path) + " " + attributes.creationTime();
    }

    private void map() throws IOException {
        final MappedByteBuffer bytes;
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
        }
        mapped = bytes;
        final DirectBuffer meta = CncFileDescriptor.createMetaDataBuffer(bytes);
        CncFileDescriptor.checkVersion(meta.getInt(CncFileDescriptor.cncVersionOffset(0)));
        toDriver = new ManyToOneRingBuffer(CncFileDescriptor.createToDriverBuffer(bytes, meta));
        counters = new CountersReader(CncFileDescriptor.createCountersMetaDataBuffer(bytes, meta),
                CncFileDescriptor.createCountersValuesBuffer(bytes, meta), StandardCharsets.US_ASCII);
    }

    private void unmap() {
        counters = null;
        toDriver = null;
        final MappedByteBuffer bytes = mapped;
        mapped = null;
        if (bytes != null) {
            IoUtil.unmap(bytes);
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            isClosed = true;
            unmap();
        } finally {
            lock.unlock();
        }
    }
}
