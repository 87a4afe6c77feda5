package io.ringside.cli.latency;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.reader.EventView;
import io.ringside.reader.FieldReader;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Latencies by the value of a field: that of the first event of a pair, or if it has no such field, of the second. The
 * groups that come first have figures of their own, and the rest has them together. Not thread-safe.
 */
public final class LatencyGroups {
    /** Groups with figures of their own. */
    public static final int DEFAULT_LIMIT = 200;
    /** A longer text is truncated. */
    private static final int LENGTH_MAX = 200;
    /** Group of values that have no group of their own any more; no value is shown so. */
    private static final String REST = "\0";
    /** Group of pairs of which no event has the field. */
    static final String NONE = "-";

    private static final int SIGNIFICANT_DIGITS = 3;

    private final String field;
    private final int limit;
    private final FieldReader reader;
    private final Map<String, Group> groups = new HashMap<>();
    private final Group rest = new Group(null);

    /**
     * No groups yet.
     *
     * @param field outside of structs, by its name
     */
    public LatencyGroups(final String field) {
        this(field, DEFAULT_LIMIT);
    }

    LatencyGroups(final String field, final int limit) {
        this.field = field;
        this.limit = limit;
        this.reader = FieldReader.of(field);
    }

    /** The field. */
    String field() {
        return field;
    }

    /** The value in an event, as it is shown; null if it has none. */
    @Nullable
    String of(final EventView event) {
        // Notes the fields that events have.
        reader.isIn(event);
        final String value = event.fieldTexts(false).get(field);
        return value == null ? null : known(value.substring(0, Math.min(value.length(), LENGTH_MAX)));
    }

    /** The same text for all events of a group, as many may wait for their ends. */
    private String known(final String name) {
        final Group group = groups.get(name);
        if (group != null) {
            return String.valueOf(group.name());
        }
        return groups.size() < limit ? name : REST;
    }

    void add(final @Nullable String value, final long latencyNs, final long weight) {
        final String name = value == null ? NONE : value;
        Group group = groups.get(name);
        if (group == null && groups.size() < limit) {
            group = new Group(name);
            groups.put(name, group);
        }
        (group == null ? rest : group).add(latencyNs, weight);
    }

    /** Returns the groups with figures of their own, the largest first. */
    List<Group> list() {
        return groups.values().stream().sorted(Comparator.comparingLong(Group::count).reversed()
                .thenComparing(group -> String.valueOf(group.name()))).toList();
    }

    /** The figures of all others together; they have no name. */
    Group rest() {
        return rest;
    }

    /**
     * Reject a field that no event has; which fields they have is known only once events are read.
     *
     * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT}
     */
    public void requireFits() {
        final String misfit = reader.misfit();
        if (misfit != null) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, misfit + ": check the field to group by");
        }
    }

    /** Latencies of pairs that have the same value. */
    static final class Group {
        private final @Nullable String name;
        private final Histogram histogram = new Histogram(SIGNIFICANT_DIGITS);
        private long maxNs;
        private long standFor;

        Group(final @Nullable String name) {
            this.name = name;
        }

        void add(final long latencyNs, final long weight) {
            histogram.recordValue(latencyNs);
            standFor += weight;
            maxNs = Math.max(maxNs, latencyNs);
        }

        /** The value; null for the rest. */
        @Nullable
        String name() {
            return name;
        }

        long count() {
            return histogram.getTotalCount();
        }

        /** Returns the number of pairs that these represent: the sum of their weights. */
        long standFor() {
            return standFor;
        }

        /** Not above the greatest, which is exact. */
        long percentileNs(final double percentile) {
            return count() == 0 ? 0 : Math.min(maxNs, histogram.getValueAtPercentile(percentile));
        }

        long maxNs() {
            return maxNs;
        }
    }
}
