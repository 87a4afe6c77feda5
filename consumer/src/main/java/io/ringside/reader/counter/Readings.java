package io.ringside.reader.counter;

import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterValue;
import io.ringside.reader.counter.CounterCatalogue.Shown;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Raw values of one counter in all instances shown as one, and their combination. In a set with a history, the last
 * values of ended instances are still included.
 */
final class Readings {
    private static final long[] NOTHING = {};
    private static final int NULL_INDEX = -1;

    private final CounterSchema counter;
    private final @Nullable CounterSchema base;
    private final @Nullable CounterSchema time;
    private final @Nullable CounterSchema frequency;
    private final boolean isAggregate;
    private final boolean hasHistory;
    private List<SampledInstance> members;
    /** Indexes of the counter and its base in each member, because providers may declare them in different orders. */
    private int[] valueIndices = {};
    private int[] baseIndices = {};
    /** Indexes in the last member. */
    private int timeIndex = NULL_INDEX;
    private int frequencyIndex = NULL_INDEX;
    /** Values of members first, then those of ended instances. */
    private long[] values = NOTHING;
    private long[] bases = NOTHING;
    private long value;
    private long baseValue;

    private Readings(final CounterSetSchema set, final CounterSchema counter, final Shown shown) {
        this.counter = counter;
        this.base = find(set, counter.baseId());
        this.time = find(set, counter.timeId());
        this.frequency = find(set, counter.frequencyId());
        this.isAggregate = shown.isSum();
        this.hasHistory = set.kind() == CounterSetSchema.Kind.GLOBAL_AGGREGATE_HISTORY;
        this.members = shown.members();
    }

    static Readings of(final CounterSetSchema set, final CounterSchema counter, final Shown shown) {
        final Readings readings = new Readings(set, counter, shown);
        readings.bind(shown.members(), NOTHING, NOTHING);
        return readings;
    }

    /** Changes the members. Returns whether earlier sums cannot be compared with new ones. */
    boolean rebind(final List<SampledInstance> now) {
        final Map<Object, Integer> indexByKey = new HashMap<>();
        for (int i = 0; i < members.size(); i++) {
            indexByKey.put(members.get(i).key(), i);
        }
        boolean isOther = false;
        for (final SampledInstance member : now) {
            isOther |= indexByKey.remove(member.key()) == null;
        }
        isOther |= !indexByKey.isEmpty();
        if (!hasHistory) {
            bind(now, NOTHING, NOTHING);
            return isOther;
        }
        final int kept = values.length - members.size();
        final long[] endedValues = new long[kept + indexByKey.size()];
        final long[] endedBases = new long[endedValues.length];
        System.arraycopy(values, members.size(), endedValues, 0, kept);
        System.arraycopy(bases, members.size(), endedBases, 0, kept);
        int next = kept;
        for (final int index : indexByKey.values()) {
            endedValues[next] = values[index];
            endedBases[next] = bases[index];
            next++;
        }
        bind(now, endedValues, endedBases);
        return false;
    }

    /** Reads all members. If a value is unavailable, returns the reason. */
    CounterValue.Status read() {
        if ((time != null && timeIndex == NULL_INDEX) || (frequency != null && frequencyIndex == NULL_INDEX)) {
            return CounterValue.Status.NO_COUNTER;
        }
        for (int i = 0; i < members.size(); i++) {
            final SampledInstance member = members.get(i);
            if (!member.status().isValid()) {
                return member.status();
            }
            if (valueIndices[i] == NULL_INDEX || (base != null && baseIndices[i] == NULL_INDEX)) {
                return CounterValue.Status.NO_COUNTER;
            }
            values[i] = CounterQuery.Row.masked(counter.type(), member.value(valueIndices[i]));
            bases[i] = base == null ? 0 : CounterQuery.Row.masked(base.type(), member.value(baseIndices[i]));
        }
        if (!isAggregate) {
            value = values[0];
            baseValue = bases[0];
            return CounterValue.Status.VALID_DATA;
        }
        return combine() ? CounterValue.Status.VALID_DATA : CounterValue.Status.INVALID_DATA;
    }

    long value() {
        return value;
    }

    long base() {
        return baseValue;
    }

    /** Returns D: the time of the last member's reading, or the value of its time counter. */
    long time() {
        final SampledInstance last = last();
        return time == null
                ? last.timeNs() / counter.type().timeUnitNs()
                : CounterQuery.Row.masked(time.type(), last.value(timeIndex));
    }

    /** Returns F: the frequency of the type, or the value of the last member's frequency counter. */
    long frequency() {
        return frequency == null
                ? TimeUnit.SECONDS.toNanos(1) / counter.type().timeUnitNs()
                : CounterQuery.Row.masked(frequency.type(), last().value(frequencyIndex));
    }

    private SampledInstance last() {
        return members.get(members.size() - 1);
    }

    private static @Nullable CounterSchema find(final CounterSetSchema set, final @Nullable Integer id) {
        return id == null ? null : set.counters().stream().filter(other -> other.id() == id).findFirst().orElse(null);
    }

    private boolean combine() {
        final Long combined = counter.aggregate().combine(values);
        final Long combinedBase = base == null
                ? Long.valueOf(0)
                : (base.aggregate() == CounterSchema.Aggregate.UNDEFINED ? counter : base).aggregate().combine(bases);
        value = combined == null ? 0 : combined;
        baseValue = combinedBase == null ? 0 : combinedBase;
        return combined != null && combinedBase != null;
    }

    private void bind(final List<SampledInstance> now, final long[] endedValues, final long[] endedBases) {
        members = now;
        valueIndices = indices(counter);
        baseIndices = base == null ? new int[0] : indices(base);
        timeIndex = time == null ? NULL_INDEX : index(last(), time);
        frequencyIndex = frequency == null ? NULL_INDEX : index(last(), frequency);
        values = new long[now.size() + endedValues.length];
        bases = new long[values.length];
        System.arraycopy(endedValues, 0, values, now.size(), endedValues.length);
        System.arraycopy(endedBases, 0, bases, now.size(), endedBases.length);
    }

    private int[] indices(final CounterSchema wanted) {
        return members.stream().mapToInt(member -> index(member, wanted)).toArray();
    }

    private static int index(final SampledInstance member, final CounterSchema wanted) {
        final List<CounterSchema> declared = member.schema().counters();
        for (int i = 0; i < declared.size(); i++) {
            if (declared.get(i).id() == wanted.id() && declared.get(i).type() == wanted.type()) {
                return i;
            }
        }
        return NULL_INDEX;
    }
}
