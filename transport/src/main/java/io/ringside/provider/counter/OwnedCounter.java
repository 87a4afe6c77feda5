package io.ringside.provider.counter;

import java.lang.ref.Reference;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A counter of an instance that one thread at a time writes: a plain addition and one store with release order. The
 * thread may change where the application orders the two; to be read by any. After the instance is closed, what is
 * stored is seen by nobody.
 */
public final class OwnedCounter {
    /** Where it is mapped: a buffer costs some loads more. 0 where nobody reads, until it is published. */
    private volatile long address;
    /** As long as it is held, its slot goes to no other, and its memory stays mapped. */
    private final CounterInstance instance;
    /** Not read from where others could have written. */
    private long value;

    OwnedCounter(final CounterInstance instance, final @Nullable UnsafeBuffer buffer, final int offset) {
        this.instance = instance;
        this.address = buffer == null ? 0 : buffer.addressOffset() + offset;
    }

    /** The instance whose counter this is. */
    public CounterInstance instance() {
        return instance;
    }

    /** Add one. */
    public void increment() {
        set(value + 1);
    }

    /** Take one away. */
    public void decrement() {
        set(value - 1);
    }

    /**
     * Add something.
     *
     * @param growth to be added, of any sign
     */
    public void add(final long growth) {
        set(value + growth);
    }

    /**
     * Set the value.
     *
     * @param newValue of the counter; the low 32 bits count where the type has no more
     */
    public void set(final long newValue) {
        value = newValue;
        try {
            final long to = address;
            if (to != 0) {
                UnsafeApi.putLongRelease(null, to, newValue);
            }
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** Let others read it from now on. The writing thread may be at work. */
    void publish(final UnsafeBuffer buffer, final int offset) {
        if (address == 0) {
            buffer.putLongRelease(offset, value);
            address = buffer.addressOffset() + offset;
            settle(buffer, offset);
        }
    }

    /** Store a value that was set at the moment of {@link #publish}, by a thread that had found no address yet. */
    void settle(final UnsafeBuffer buffer, final int offset) {
        long now;
        long stored;
        do {
            now = value;
            stored = buffer.getLongVolatile(offset);
        } while (now != stored && !(buffer.compareAndSetLong(offset, stored, now) && now == value));
    }

    /** The value, for the writing thread. */
    public long value() {
        return value;
    }
}
