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
    /** Instead of the value of a counter that has moved to its buffer. */
    private static final long MOVED = Long.MIN_VALUE;

    /** Null where nobody reads, until it is published. */
    private volatile @Nullable UnsafeBuffer buffer;
    /** Where the value moves to; set before {@link #unseen} says that it has. */
    private volatile @Nullable UnsafeBuffer target;
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
            final UnsafeBuffer to = buffer;
            if (to != null) {
                to.getAndAddLong(offset, growth);
            } else {
                addUnseen(growth);
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
            final UnsafeBuffer to = buffer;
            if (to != null) {
                to.putLongVolatile(offset, newValue);
            } else {
                setUnseen(newValue);
            }
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** The value. */
    public long value() {
        try {
            final UnsafeBuffer from = buffer;
            if (from != null) {
                return from.getLongVolatile(offset);
            }
            final long value = unseen.get();
            final UnsafeBuffer moved = movedTo(value);
            return moved == null ? value : moved.getLongVolatile(offset);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** Let others read it from now on. Threads may be at work: what they add is there, before or after the move. */
    void publish(final UnsafeBuffer to) {
        if (buffer == null) {
            target = to;
            long value;
            do {
                value = unseen.get();
                to.putLongVolatile(offset, value);
            } while (!unseen.compareAndSet(value, MOVED));
            buffer = to;
        }
    }

    private void addUnseen(final long growth) {
        long value = unseen.get();
        UnsafeBuffer moved = movedTo(value);
        while (moved == null && !unseen.compareAndSet(value, value + growth)) {
            value = unseen.get();
            moved = movedTo(value);
        }
        if (moved != null) {
            moved.getAndAddLong(offset, growth);
        }
    }

    private void setUnseen(final long newValue) {
        long value = unseen.get();
        UnsafeBuffer moved = movedTo(value);
        while (moved == null && !unseen.compareAndSet(value, newValue)) {
            value = unseen.get();
            moved = movedTo(value);
        }
        if (moved != null) {
            moved.putLongVolatile(offset, newValue);
        }
    }

    private @Nullable UnsafeBuffer movedTo(final long value) {
        return value == MOVED ? target : null;
    }
}
