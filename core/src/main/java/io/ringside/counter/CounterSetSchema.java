package io.ringside.counter;

import io.ringside.RingsideException;
import io.ringside.event.ProviderId;
import io.ringside.internal.counterset.CounterLimits;
import io.ringside.internal.counterset.NamePattern;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The definition of a counter set: the columns of a table whose rows are instances. Immutable; the {@code with…}
 * methods return another one.
 *
 * <pre>{@code
 * CounterSetSchema service = CounterSetSchema.of("Service", Kind.MULTIPLE,
 *         List.of(CounterSchema.of(1, "calls/sec", CounterType.BULK_COUNT)));
 * }</pre>
 */
public final class CounterSetSchema {
    /** Number of instances of a counter set, and whether they are combined for display. */
    public enum Kind {
        /** One instance, without a name. */
        SINGLE(0),
        /** Any number of instances, each with a name. */
        MULTIPLE(1),
        /** One instance for each provider; all are combined into one without a name. */
        GLOBAL_AGGREGATE(2),
        /** Any number of instances for each provider; those with the same name are combined. */
        MULTIPLE_AGGREGATE(3),
        /** Like a global aggregate; instances that have ended still count. */
        GLOBAL_AGGREGATE_HISTORY(4);

        private final int code;

        Kind(final int code) {
            this.code = code;
        }

        /** {@return the number in shared memory; it never changes} */
        public int code() {
            return code;
        }

        /** {@return whether a provider has several instances with different names} */
        public boolean hasNames() {
            return this == MULTIPLE || this == MULTIPLE_AGGREGATE;
        }

        /** {@return whether the instances of all providers are combined into one, or into one for each name} */
        public boolean isAggregate() {
            return this != SINGLE && this != MULTIPLE;
        }
    }

    private final String name;
    private final UUID id;
    private final String description;
    private final Kind kind;
    private final List<CounterSchema> counters;

    private CounterSetSchema(
            final String name, final UUID id, final String description, final Kind kind,
            final List<CounterSchema> counters) {
        this.name = name;
        this.id = id;
        this.description = description;
        this.kind = kind;
        this.counters = counters;
    }

    /**
     * Creates a counter set, whose id is derived from its name like that of a provider, ignoring letter case.
     *
     * @param name     of the set, 1..1,023 characters, none of {@code \ ( ) / # * ?}.
     * @param kind     of the set.
     * @param counters of the set, at least one, ids and names unique, names ignoring case.
     * @return the counter set.
     * @throws RingsideException if the name is not allowed, or counters do not fit together: a type that needs a base
     *                             has none, or one that does not exist or has another type; a time or frequency does
     *                             not exist, or is the counter itself.
     */
    public static CounterSetSchema of(
            final String name, final Kind kind, final List<CounterSchema> counters) {
        CounterName.check("a counter set", name, CounterName.RESERVED);
        final List<CounterSchema> copy = List.copyOf(counters);
        check(name, copy);
        return new CounterSetSchema(name, ProviderId.fromName(name), "", kind, copy);
    }

    /**
     * Sets another id.
     *
     * @param newId of the set.
     * @return another counter set.
     */
    public CounterSetSchema withId(final UUID newId) {
        return new CounterSetSchema(name, newId, description, kind, counters);
    }

    /**
     * Sets the description of the set.
     *
     * @param text for users, at most 4,096 characters.
     * @return another counter set.
     * @throws RingsideException if the text is too long.
     */
    public CounterSetSchema withDescription(final String text) {
        if (text.length() > CounterLimits.DESCRIPTION_LENGTH_MAX) {
            throw RingsideException
                    .invalidArgument("description is too long: counterSet=" + name + ", length=" + text.length()
                            + ", max=" + CounterLimits.DESCRIPTION_LENGTH_MAX);
        }
        return new CounterSetSchema(name, id, text, kind, counters);
    }

    /** {@return the name} */
    public String name() {
        return name;
    }

    /** {@return the id} */
    public UUID id() {
        return id;
    }

    /** {@return the description for users; empty if there is none} */
    public String description() {
        return description;
    }

    /** {@return the kind} */
    public Kind kind() {
        return kind;
    }

    /** {@return the counters in their order; must not be changed} */
    public List<CounterSchema> counters() {
        return counters;
    }

    private static void check(final String set, final List<CounterSchema> counters) {
        if (counters.isEmpty()) {
            throw RingsideException.invalidArgument("a counter set needs a counter: counterSet=" + set);
        }
        final Map<Integer, CounterSchema> byId = new HashMap<>();
        final Set<String> names = new HashSet<>();
        for (final CounterSchema counter : counters) {
            final CounterSchema other = byId.put(counter.id(), counter);
            if (other != null) {
                throw RingsideException
                        .invalidArgument("two counters have the same id: counterSet=" + set + ", id=" + counter.id()
                                + ", counters=" + other.name() + " and " + counter.name());
            }
            if (!names.add(NamePattern.fold(counter.name()))) {
                throw RingsideException
                        .invalidArgument("two counters have the same name, letter case aside: counterSet=" + set
                                + ", counter=" + counter.name());
            }
        }
        for (final CounterSchema counter : counters) {
            checkBase(set, counter, counter.baseId() == null ? null : byId.get(counter.baseId()));
            checkOther(set, counter, "time", counter.timeId(), byId.keySet());
            checkOther(set, counter, "frequency", counter.frequencyId(), byId.keySet());
        }
    }

    private static void checkOther(
            final String set, final CounterSchema counter, final String what, final @Nullable Integer id,
            final Set<Integer> ids) {
        if (id != null && (id == counter.id() || !ids.contains(id))) {
            throw RingsideException
                    .invalidArgument(what + " of counter is no other counter of the set: counterSet=" + set
                            + ", counter=" + counter.name() + ", " + what + '=' + id);
        }
    }

    private static void checkBase(
            final String set, final CounterSchema counter, final @Nullable CounterSchema base) {
        final CounterType needed = counter.type().base();
        if (needed != null && (base == null || base.type() != needed)) {
            throw RingsideException
                    .invalidArgument("counter needs a base of its type's base, in the same set: counterSet=" + set
                            + ", counter=" + counter.name() + ", type=" + counter.type() + ", base="
                            + (counter.baseId() == null ? "none" : counter.baseId()) + ", baseType="
                            + (base == null ? "none" : base.type()) + ", needed=" + needed);
        }
    }
}
