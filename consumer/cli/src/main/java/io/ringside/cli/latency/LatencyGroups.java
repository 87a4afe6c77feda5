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
 * Latencies grouped by the value of a field of the first event of a pair, or of the second if the first has no such
 * field. The first groups that occur have their own statistics; all others share one. Not thread-safe.
 */
public final class LatencyGroups {
    /** Default number of groups with their own statistics. */
    public static final int DEFAULT_LIMIT = 200;
    /** Longest shown value in characters; longer values are truncated. */
    private static final int LENGTH_MAX = 200;
    /** Name of the group that all further values share; it differs from every shown value. */
    private static final String REST = "\0";
    /** Name of the group of pairs in which neither event has the field. */
    static final String NONE = "-";

    private static final int SIGNIFICANT_DIGITS = 3;

    private final String field;
    private final int limit;
    private final FieldReader reader;
    private final Map<String, Group> groups = new HashMap<>();
    private final Group rest = new Group(null);

    /**
     * Creates a grouping without groups.
     *
     * @param field name of the field, outside of structs
     */
    public LatencyGroups(final String field) {
        this(field, DEFAULT_LIMIT);
    }

    LatencyGroups(final String field, final int limit) {
        this.field = field;
        this.limit = limit;
        this.reader = FieldReader.of(field);
    }

    String field() {
        return field;
    }

    /** Returns the value of the field in an event, as shown; null if the event has no such field. */
    @Nullable
    String of(final EventView event) {
        // The reader records the event's fields for the check whether any event has the field.
        reader.isIn(event);
        final String value = event.fieldTexts(false).get(field);
        return value == null ? null : known(value.substring(0, Math.min(value.length(), LENGTH_MAX)));
    }

    /** Returns the group's own string for a name, because many events may be waiting with the same name. */
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

    /** Returns the group that all further values share; it has no name. */
    Group rest() {
        return rest;
    }

    /**
     * Rejects a field that no event has. The fields of the events are known only after reading them.
     *
     * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT}
     */
    public void requireFits() {
        final String misfit = reader.misfit();
        if (misfit != null) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, misfit + ": check the field to group by");
        }
    }

    /** Latencies of pairs that have the same value of the field. */
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

        /** Returns the value; null for the shared group. */
        @Nullable
        String name() {
            return name;
        }

        long count() {
            return histogram.getTotalCount();
        }

        /** Returns the number of pairs that the measured pairs represent: the sum of their sampling weights. */
        long standFor() {
            return standFor;
        }

        /** Returns a percentile, limited to the exact maximum. */
        long percentileNs(final double percentile) {
            return count() == 0 ? 0 : Math.min(maxNs, histogram.getValueAtPercentile(percentile));
        }

        long maxNs() {
            return maxNs;
        }
    }
}
