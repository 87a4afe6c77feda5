package io.ringside.reader.counter;

import io.ringside.counter.CounterFormat;
import io.ringside.counter.CounterPath;
import io.ringside.counter.CounterSample;
import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterStatus;
import io.ringside.counter.CounterType;
import io.ringside.counter.CounterValue;
import io.ringside.counter.InstanceName;
import io.ringside.internal.files.Incarnation;
import io.ringside.reader.counter.CounterCatalogue.Shown;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Counter of one instance, with its two newest samples. A row represents one life of the instance: if the instance
 * starts again, it gets another row, which begins without samples. After that life, the row has the status {@link
 * CounterStatus#NO_INSTANCE}, or {@link CounterStatus#DAMAGED_FILE} if its file cannot be read any more; it is stale,
 * and keeps its last raw value.
 */
public final class CounterRow {
    private static final long LOW_32_BITS = 0xFFFF_FFFFL;

    private final CounterSetSchema set;
    private final CounterSchema counter;
    private final Readings readings;
    private Shown shown;
    private int samples;
    private long value;
    private long base;
    private long time;
    private long frequency;
    private long olderValue;
    private long olderBase;
    private long olderTime;
    private long olderFrequency;
    private CounterStatus status = CounterStatus.INVALID_DATA;
    private boolean hasEnded;

    CounterRow(final CounterSetSchema set, final CounterSchema counter, final Shown shown) {
        this.set = set;
        this.counter = counter;
        this.shown = shown;
        this.readings = Readings.of(set, counter, shown);
    }

    /** {@return the set} */
    public CounterSetSchema set() {
        return set;
    }

    /** {@return the counter} */
    public CounterSchema counter() {
        return counter;
    }

    /** {@return the current name of the instance; null for a set without names} Its number may change later. */
    public @Nullable InstanceName instance() {
        return shown.name();
    }

    /** {@return the stable id of the instance; that of the oldest if several are combined} */
    public long id() {
        return shown.members().get(0).id();
    }

    /**
     * Process id of the instance's process, of the oldest if several are combined; 0 for none.
     *
     * @return the process id
     */
    public long pid() {
        return shown.members().get(0).pid();
    }

    /**
     * Unique id of that process. It distinguishes processes with the same pid, one after the other or in different
     * containers.
     *
     * @return {@link io.ringside.session.ProcessInfo#id} of the process; null for none
     */
    public @Nullable UUID incarnation() {
        final Incarnation incarnation = shown.members().get(0).incarnation();
        return incarnation == null ? null : new UUID(incarnation.most(), incarnation.least());
    }

    /** {@return the current path of this row} */
    public CounterPath path() {
        return CounterPath.of(set, shown.name(), counter);
    }

    /** {@return whether the value cannot change any more: the instance has ended, or all its processes are dead} */
    public boolean isStale() {
        if (hasEnded) {
            return true;
        }
        for (int i = 0; i < shown.members().size(); i++) {
            if (!shown.members().get(i).isStale()) {
                return false;
            }
        }
        return true;
    }

    /** {@return whether the newest sample is valid; {@link #value} returns the status of a computed value} */
    public CounterStatus status() {
        return status;
    }

    /** {@return the newest raw value} */
    public long raw() {
        return value;
    }

    /**
     * Newest sample.
     *
     * @return the sample with its times
     */
    public CounterSample sample() {
        return new CounterSample(counter.type(), value, base, time, frequency);
    }

    /**
     * Compute a value from the newest samples.
     *
     * @param format of the value
     * @return the value, or the reason why there is none
     */
    public CounterValue value(final CounterFormat format) {
        if (!status.isValid()) {
            return CounterValue.none(counter.type(), status);
        }
        return samples == 1
                ? format.format(counter, sample())
                : format.format(counter,
                        new CounterSample(counter.type(), olderValue, olderBase, olderTime, olderFrequency), sample());
    }

    /** Sets the instances of the row, whose names or members may have changed. */
    void rebind(final Shown now) {
        if (readings.rebind(now.members())) {
            // The difference between sums of different instances is not a growth.
            samples = 0;
        }
        shown = now;
    }

    /** Adds the newest reading as a sample. */
    void take() {
        final CounterStatus read = readings.read();
        if (read.isValid()) {
            olderValue = value;
            olderBase = base;
            olderTime = time;
            olderFrequency = frequency;
            value = readings.value();
            base = readings.base();
            time = readings.time();
            frequency = readings.frequency();
            samples = Math.min(2, samples + 1);
        } else {
            samples = 0;
        }
        status = read;
    }

    /** Ends the row, because its instance no longer exists. */
    void end(final CounterStatus reason) {
        hasEnded = true;
        status = reason;
    }

    static long masked(final CounterType type, final long word) {
        return type.bits() == Integer.SIZE ? word & LOW_32_BITS : word;
    }
}
