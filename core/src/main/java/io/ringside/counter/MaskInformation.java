package io.ringside.counter;

import java.util.Collection;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The selection of a request for pulled counters: counters, and instances by name and by id. A provider may add more;
 * what was not asked for is removed from the answer by the same tests. Immutable.
 */
public final class MaskInformation {
    /** Instead of a mask of counters: all of them. */
    public static final long ALL_COUNTERS = -1L;

    /** Instead of a name: all instances. */
    public static final String ALL_INSTANCES = "*";

    /** Instead of the id of an instance: any. */
    public static final long ANY_INSTANCE_ID = 0xFFFF_FFFFL;

    /** Greatest id of a counter that has a bit in a mask. A request for a greater one asks for all counters. */
    public static final int COUNTER_ID_MAX = Long.SIZE - 1;

    /** All counters of all instances. */
    public static final MaskInformation ALL = new MaskInformation(ALL_COUNTERS, new NamePattern(ALL_INSTANCES),
            ANY_INSTANCE_ID, true);

    private final long counterMask;
    private final NamePattern instanceMask;
    private final long instanceId;
    private final boolean collectMultiple;

    private MaskInformation(final long counterMask, final NamePattern instanceMask, final long instanceId,
            final boolean collectMultiple) {
        this.counterMask = counterMask;
        this.instanceMask = instanceMask;
        this.instanceId = instanceId;
        this.collectMultiple = collectMultiple;
    }

    /**
     * Returns masks for a request.
     *
     * @param counterMask     bit x for the counter with the id x; {@link #ALL_COUNTERS} for all.
     * @param instanceMask    pattern for names, letter case aside, where a star matches any characters and a question
     *                        mark exactly one; kept as it is.
     * @param instanceId      id of the only instance that is wanted; {@link #ANY_INSTANCE_ID} for any.
     * @param collectMultiple whether more than one instance is taken.
     * @return the masks.
     */
    public static MaskInformation of(
            final long counterMask, final String instanceMask, final long instanceId, final boolean collectMultiple) {
        return new MaskInformation(counterMask, new NamePattern(instanceMask), instanceId, collectMultiple);
    }

    /**
     * Makes a mask of counters.
     *
     * @param ids of counters.
     * @return a bit for each of them; all bits where an id has none.
     */
    public static long counterMaskOf(final Collection<Integer> ids) {
        long mask = 0;
        for (final int id : ids) {
            if (id < 0 || id > COUNTER_ID_MAX) {
                return ALL_COUNTERS;
            }
            mask |= 1L << id;
        }
        return mask;
    }

    /** {@return bit x: the counter with the id x is asked for; all bits: all counters are} */
    public long counterMask() {
        return counterMask;
    }

    /** {@return the name that is asked for, as it was typed} */
    public String instanceMask() {
        return instanceMask.text();
    }

    /** {@return the id that is asked for; {@link #ANY_INSTANCE_ID} for any} */
    public long instanceId() {
        return instanceId;
    }

    /** {@return whether more than one instance is taken; else the first that is asked for} */
    public boolean collectMultiple() {
        return collectMultiple;
    }

    /**
     * Says whether a counter is asked for.
     *
     * @param id of the counter.
     * @return whether it is.
     */
    public boolean wantsCounter(final int id) {
        return counterMask == ALL_COUNTERS || (id >= 0 && id <= COUNTER_ID_MAX && (counterMask >>> id & 1) != 0);
    }

    /**
     * Says whether an instance is asked for.
     *
     * @param name of the instance; empty where a set has one without a name.
     * @param id   of the instance.
     * @return whether it is.
     */
    public boolean wantsInstance(final String name, final long id) {
        return (instanceId == ANY_INSTANCE_ID || instanceId == id)
                && (instanceMask.isAny() || instanceMask.matches(name));
    }

    @Override
    public boolean equals(final @Nullable Object other) {
        return other instanceof final MaskInformation mask && counterMask == mask.counterMask
                && instanceMask.text().equals(mask.instanceMask.text()) && instanceId == mask.instanceId
                && collectMultiple == mask.collectMultiple;
    }

    @Override
    public int hashCode() {
        return Objects.hash(counterMask, instanceMask.text(), instanceId, collectMultiple);
    }

    @Override
    public String toString() {
        return "MaskInformation{counterMask=0x" + Long.toHexString(counterMask) + ", instanceMask="
                + instanceMask.text() + ", instanceId=" + instanceId + ", collectMultiple=" + collectMultiple + '}';
    }
}
