package io.ringside.internal.counter;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.counter.CounterSchema;
import io.ringside.provider.counter.CounterInstance;
import java.lang.ref.Reference;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** An instance in a slot of a segment. Thread-safe, except for counters with a single writer. */
public final class PushedInstance extends CounterInstance {
    private final PushedSet set;
    private final Identity identity;
    private final CounterSegment segment;
    private final int slot;
    /** The counters, owned or shared, each created when it is first requested. */
    private final @Nullable Object[] counters;
    private boolean closed;

    /**
     * The identity of an instance. Immutable.
     *
     * @param id         stable id, chosen by the application
     * @param name       name, unique in its set regardless of letter case; empty if the set has a single instance
     * @param generation number of the instance, unique in its process
     * @param epochNs    time of creation, in nanoseconds since 1970
     */
    record Identity(long id, String name, long generation, long epochNs) {}

    PushedInstance(final PushedSet set, final Identity identity, final CounterSegment segment, final int slot) {
        this.set = set;
        this.identity = identity;
        this.segment = segment;
        this.slot = slot;
        this.counters = new Object[set.schema().counters().size()];
    }

    @Override
    public long id() {
        return identity.id();
    }

    @Override
    public String name() {
        return identity.name();
    }

    @Override
    public long generation() {
        return identity.generation();
    }

    @Override
    public CounterInstance.Owned counter(final int id) {
        return owned(index(id));
    }

    @Override
    public CounterInstance.Owned counter(final String counter) {
        return owned(index(counter));
    }

    @Override
    public CounterInstance.Shared sharedCounter(final int id) {
        return shared(index(id));
    }

    @Override
    public CounterInstance.Shared sharedCounter(final String counter) {
        return shared(index(counter));
    }

    @Override
    public void close() {
        set.end(this);
    }

    CounterSegment segment() {
        return segment;
    }

    int slot() {
        return slot;
    }

    /** Ends the instance; returns whether this is the first call. Guarded by the set. */
    boolean end() {
        final boolean first = !closed;
        closed = true;
        return first;
    }

    /** Publish the values in a buffer to which the segment has already switched. */
    synchronized void publish(final UnsafeBuffer to) {
        for (int i = 0; i < counters.length; i++) {
            if (counters[i] instanceof final Owned owned) {
                owned.publish(to, segment.valueOffset(slot, i));
            } else if (counters[i] instanceof final Shared shared) {
                shared.publish(to);
            }
        }
    }

    /** Store values that were set during {@link #publish}. Guarded by the set: the instance has not ended. */
    synchronized void settle() {
        final UnsafeBuffer to = buffer();
        for (int i = 0; to != null && i < counters.length; i++) {
            if (counters[i] instanceof final Owned owned) {
                owned.settle(to, segment.valueOffset(slot, i));
            } else if (counters[i] instanceof final Shared shared) {
                shared.settle();
            }
        }
    }

    Identity identity() {
        return identity;
    }

    private synchronized CounterInstance.Owned owned(final int index) {
        final Object known = counters[index];
        if (known instanceof CounterInstance.Shared) {
            throw otherKind(index, "many writers");
        }
        final CounterInstance.Owned counter = known == null
                ? new Owned(this, buffer(), segment.valueOffset(slot, index))
                : (CounterInstance.Owned) known;
        counters[index] = counter;
        return counter;
    }

    private synchronized CounterInstance.Shared shared(final int index) {
        final Object known = counters[index];
        if (known instanceof CounterInstance.Owned) {
            throw otherKind(index, "one writer");
        }
        final CounterInstance.Shared counter = known == null
                ? new Shared(this, buffer(), segment.valueOffset(slot, index))
                : (CounterInstance.Shared) known;
        counters[index] = counter;
        return counter;
    }

    private @Nullable UnsafeBuffer buffer() {
        return segment.buffer();
    }

    private int index(final int id) {
        final List<CounterSchema> declared = set.schema().counters();
        for (int i = 0; i < declared.size(); i++) {
            if (declared.get(i).id() == id) {
                return i;
            }
        }
        throw noCounter("id=" + id);
    }

    private int index(final String name) {
        final List<CounterSchema> declared = set.schema().counters();
        for (int i = 0; i < declared.size(); i++) {
            if (declared.get(i).name().equalsIgnoreCase(name)) {
                return i;
            }
        }
        throw noCounter("name=" + name);
    }

    private RingsideException noCounter(final String what) {
        return new RingsideException(ErrorCode.NOT_FOUND, "counter set has no such counter: counterSet="
                + set.schema().name() + ", " + what + ": ask for one that it declares");
    }

    private RingsideException otherKind(final int index, final String kind) {
        return new RingsideException(ErrorCode.INVALID_ARGUMENT, "counter is in use already, for " + kind
                + ": counterSet=" + set.schema().name() + ", instance=" + name() + ", counter="
                + set.schema().counters().get(index).name() + ": use it in one way");
    }

    /** A counter of a single writer, which stores to the address of its word. */
    public static final class Owned extends CounterInstance.Owned {
        /** Address of the word, which saves some loads of a buffer; 0 until the counter is published. */
        private volatile long address;
        /** Keeps the instance's slot occupied, and its memory mapped, as long as this counter is reachable. */
        private final PushedInstance instance;
        /** The value, never read back from shared memory, which other processes could have changed. */
        private long value;

        private Owned(final PushedInstance instance, final @Nullable UnsafeBuffer buffer, final int offset) {
            this.instance = instance;
            this.address = buffer == null ? 0 : buffer.addressOffset() + offset;
        }

        @Override
        public PushedInstance instance() {
            return instance;
        }

        @Override
        public void increment() {
            set(value + 1);
        }

        @Override
        public void decrement() {
            set(value - 1);
        }

        @Override
        public void add(final long growth) {
            set(value + growth);
        }

        @Override
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

        /** Publish the counter. The writing thread may store at the same time. */
        void publish(final UnsafeBuffer buffer, final int offset) {
            final long to = buffer.addressOffset() + offset;
            if (address != to) {
                buffer.putLongRelease(offset, value);
                address = to;
                settle(buffer, offset);
            }
        }

        /** Store a value that was set during {@link #publish}, by a thread that did not have this address yet. */
        void settle(final UnsafeBuffer buffer, final int offset) {
            long now;
            long stored;
            do {
                now = value;
                stored = buffer.getLongVolatile(offset);
            } while (now != stored && !(buffer.compareAndSetLong(offset, stored, now) && now == value));
        }

        @Override
        public long value() {
            return value;
        }
    }

    /** A counter of many writers, which add to its word atomically. */
    public static final class Shared extends CounterInstance.Shared {
        /** Value of {@link #unseen} once the counter has moved to its buffer. */
        private static final long MOVED = Long.MIN_VALUE;

        /** Null until the counter is published. */
        private volatile @Nullable UnsafeBuffer buffer;
        /** Buffer to which the value moves; set before {@link #unseen} or {@link #buffer} shows the move. */
        private volatile @Nullable UnsafeBuffer target;
        private final AtomicLong unseen = new AtomicLong();
        /** The previous, removed file, and the value that was moved from it. Guarded by the instance. */
        private @Nullable UnsafeBuffer removed;
        private long movedValue;
        private final int offset;
        /** Keeps the instance's slot occupied as long as this counter is reachable. */
        private final PushedInstance instance;

        private Shared(final PushedInstance instance, final @Nullable UnsafeBuffer buffer, final int offset) {
            this.instance = instance;
            this.buffer = buffer;
            this.offset = offset;
        }

        @Override
        public PushedInstance instance() {
            return instance;
        }

        @Override
        public void increment() {
            add(1);
        }

        @Override
        public void decrement() {
            add(-1);
        }

        @Override
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

        @Override
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

        @Override
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

        /** Publish the counter. Values that threads add meanwhile are included, before or after the move. */
        void publish(final UnsafeBuffer to) {
            final UnsafeBuffer from = buffer;
            if (from == null) {
                target = to;
                long value;
                do {
                    value = unseen.get();
                    to.putLongVolatile(offset, value);
                } while (!unseen.compareAndSet(value, MOVED));
                buffer = to;
            } else if (from.addressOffset() != to.addressOffset()) {
                settle();
                movedValue = from.getLongVolatile(offset);
                to.putLongVolatile(offset, movedValue);
                removed = from;
                target = to;
                buffer = to;
                settle();
            }
        }

        /** Add the growth of the counter in the removed file since {@link #publish}. */
        void settle() {
            final UnsafeBuffer from = removed;
            final UnsafeBuffer to = buffer;
            if (from != null && to != null) {
                final long value = from.getLongVolatile(offset);
                to.getAndAddLong(offset, value - movedValue);
                movedValue = value;
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
}
