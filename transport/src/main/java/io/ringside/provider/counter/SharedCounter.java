package io.ringside.provider.counter;

import java.lang.ref.Reference;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A counter of an instance that any threads write, by atomic additions (R7.16). Thread-safe. After the instance is
 * closed, what is stored is seen by nobody.
 */
public final class SharedCounter {
    /** Null where nobody reads. */
    private final @Nullable UnsafeBuffer buffer;
    private final AtomicLong unseen = new AtomicLong();
    private final int offset;
    /** As long as it is held, its slot goes to no other. */
    private final CounterInstance instance;

    SharedCounter(final CounterInstance instance, final @Nullable UnsafeBuffer buffer, final int offset) {
        this.instance = instance;
        this.buffer = buffer;
        this.offset = offset;
    }

    /** The instance whose counter this is. */
    public CounterInstance instance() {
        return instance;
    }

    /** Add one. */
    public void increment() {
        add(1);
    }

    /** Take one away. */
    public void decrement() {
        add(-1);
    }

    /**
     * Add something.
     *
     * @param growth to be added, of any sign
     */
    public void add(final long growth) {
        try {
            if (buffer == null) {
                unseen.addAndGet(growth);
            } else {
                buffer.getAndAddLong(offset, growth);
            }
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Set the value.
     *
     * @param newValue of the counter; the low 32 bits count where the type has no more
     */
    public void set(final long newValue) {
        try {
            if (buffer == null) {
                unseen.set(newValue);
            } else {
                buffer.putLongVolatile(offset, newValue);
            }
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** The value. */
    public long value() {
        try {
            return buffer == null ? unseen.get() : buffer.getLongVolatile(offset);
        } finally {
            Reference.reachabilityFence(this);
        }
    }
}
