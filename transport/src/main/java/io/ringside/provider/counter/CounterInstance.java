package io.ringside.provider.counter;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.counter.CounterSchema;
import io.ringside.internal.counter.CounterSegment;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One instance of a counter set: a row of values in shared memory, which anybody reads live and without a call (R7.6).
 * Thread-safe, but for counters that have one writer.
 */
public final class CounterInstance implements AutoCloseable {
    private final CounterSet set;
    private final Identity identity;
    private final CounterSegment segment;
    private final int slot;
    /** One for each counter, made when it is asked for: an owned or a shared one. */
    private final @Nullable Object[] counters;
    private boolean closed;

    /**
     * What tells an instance from all others. Immutable.
     *
     * @param id         stable, as the application says it
     * @param name       unique in its set, letter case aside; empty where the set has one instance
     * @param generation of the instance in its process: no other has it
     * @param epochNs    when it was made, in nanoseconds since 1970
     */
    public record Identity(long id, String name, long generation, long epochNs) {}

    CounterInstance(final CounterSet set, final Identity identity, final CounterSegment segment, final int slot) {
        this.set = set;
        this.identity = identity;
        this.segment = segment;
        this.slot = slot;
        this.counters = new Object[set.schema().counters().size()];
    }

    /** The stable id (R7.12). */
    public long id() {
        return identity.id();
    }

    /** The name; empty where the set has one instance. */
    public String name() {
        return identity.name();
    }

    /** The number that no other instance of this process has or had: one that starts again is another. */
    public long generation() {
        return identity.generation();
    }

    /**
     * A counter for one writer.
     *
     * @param id of the counter in its set
     * @return always the same for a counter
     * @throws RingsideException with NOT_FOUND if the set has no such counter, with INVALID_ARGUMENT if it was asked
     *                           for as a shared one
     */
    public OwnedCounter counter(final int id) {
        return owned(index(id));
    }

    /**
     * A counter for one writer.
     *
     * @param counter name in its set, in any letter case
     * @return as {@link #counter(int)}
     * @throws RingsideException as {@link #counter(int)}
     */
    public OwnedCounter counter(final String counter) {
        return owned(index(counter));
    }

    /**
     * A counter for many writers.
     *
     * @param id of the counter in its set
     * @return always the same for a counter
     * @throws RingsideException with NOT_FOUND if the set has no such counter, with INVALID_ARGUMENT if it was asked
     *                           for as one with a single writer
     */
    public SharedCounter sharedCounter(final int id) {
        return shared(index(id));
    }

    /**
     * A counter for many writers.
     *
     * @param counter name in its set, in any letter case
     * @return as {@link #sharedCounter(int)}
     * @throws RingsideException as {@link #sharedCounter(int)}
     */
    public SharedCounter sharedCounter(final String counter) {
        return shared(index(counter));
    }

    /**
     * End the instance: collections that begin later do not have it. Closing twice is closing once.
     *
     * @throws RingsideException with INVALID_ARGUMENT if the set was closed before, which has ended it (R7.4)
     */
    @Override
    public void close() {
        set.end(this);
    }

    public CounterSegment segment() {
        return segment;
    }

    public int slot() {
        return slot;
    }

    /** Whether this is the first time. Guarded by the set. */
    boolean end() {
        final boolean first = !closed;
        closed = true;
        return first;
    }

    /** Let others read the values from now on, in a buffer that the segment has already. */
    public synchronized void publish(final UnsafeBuffer to) {
        for (int i = 0; i < counters.length; i++) {
            if (counters[i] instanceof final OwnedCounter owned) {
                owned.publish(to, segment.valueOffset(slot, i));
            } else if (counters[i] instanceof final SharedCounter shared) {
                shared.publish(to);
            }
        }
    }

    /** Store values that were set at the moment of {@link #publish}. Guarded by the set: the instance has not ended. */
    synchronized void settle() {
        final UnsafeBuffer to = buffer();
        for (int i = 0; to != null && i < counters.length; i++) {
            if (counters[i] instanceof final OwnedCounter owned) {
                owned.settle(to, segment.valueOffset(slot, i));
            }
        }
    }

    public Identity identity() {
        return identity;
    }

    private synchronized OwnedCounter owned(final int index) {
        final Object known = counters[index];
        if (known instanceof SharedCounter) {
            throw otherKind(index, "many writers");
        }
        final OwnedCounter counter = known == null
                ? new OwnedCounter(this, buffer(), segment.valueOffset(slot, index))
                : (OwnedCounter) known;
        counters[index] = counter;
        return counter;
    }

    private synchronized SharedCounter shared(final int index) {
        final Object known = counters[index];
        if (known instanceof OwnedCounter) {
            throw otherKind(index, "one writer");
        }
        final SharedCounter counter = known == null
                ? new SharedCounter(this, buffer(), segment.valueOffset(slot, index))
                : (SharedCounter) known;
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
}
