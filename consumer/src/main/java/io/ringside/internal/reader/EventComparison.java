package io.ringside.internal.reader;

import io.ringside.RingsideException;
import io.ringside.event.Level;
import io.ringside.event.Opcode;
import io.ringside.internal.expression.Comparison;
import io.ringside.internal.expression.ComparisonOperator;
import io.ringside.internal.expression.EventCondition;
import io.ringside.internal.expression.Expression;
import io.ringside.internal.expression.PayloadBytes;
import io.ringside.reader.EventView;
import io.ringside.schema.EventSchema;
import io.ringside.schema.ProviderSchema;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A comparison in a condition on whole events. A comparison with fields is compiled for the schema of each event, and a
 * comparison with the name of an uncommon opcode or task for each provider. It is neither true nor false if there is no
 * such field or name, or the field's type does not fit. Not thread-safe.
 */
public final class EventComparison implements EventCondition.Test {
    private final Expression comparison;
    private final EventHeader header;
    private final Consumer<EventView> misfits;
    /** Null if the test depends on the schema or the provider. */
    private final EventCondition.@Nullable Test common;
    /** Null if the comparison names a header column. */
    private final @Nullable SchemaFit fit;
    /** Pairs by event schema, or by provider schema for a header column; empty if the comparison does not fit. */
    private final IdentityHashMap<Object, Optional<Pair>> pairs = new IdentityHashMap<>();
    private boolean fitsProvider;
    private String reason = "";

    /** The comparison and its negation: neither is true if a value is missing. */
    private record Pair(EventCondition condition, EventCondition opposite) {}

    /**
     * Prepares a comparison.
     *
     * @param given   comparison to prepare
     * @param header  header of the event being tested
     * @param misfits receives an event that the comparison does not fit
     */
    public EventComparison(final Expression given, final EventHeader header, final Consumer<EventView> misfits) {
        this.header = header;
        this.misfits = misfits;
        if (given instanceof final Comparison ofColumn && EventHeader.column(ofColumn.field()) != null) {
            final String name = ofColumn.field().steps().get(0).name();
            final Comparison numbered = "level".equals(name) && !ofColumn.operator().isSearching()
                    ? new Comparison(ofColumn.field(), ofColumn.operator(), level(ofColumn.value()),
                            level(ofColumn.high()), ofColumn.exactly())
                    : ofColumn;
            comparison = numbered;
            fit = null;
            common = common(name, numbered);
        } else {
            comparison = given;
            fit = new SchemaFit(EventHeader.ownFields(given.fields()),
                    schema -> given.compile(schema, EventHeader.SCHEMA));
            common = null;
        }
    }

    private EventCondition.@Nullable Test common(final String name, final Comparison numbered) {
        final ComparisonOperator operator = numbered.operator();
        if ("keyword".equals(name)
                && (operator == ComparisonOperator.CONTAINS || operator == ComparisonOperator.NOT_CONTAINS)) {
            final long mask = mask(numbered.value());
            final boolean isWanted = operator == ComparisonOperator.CONTAINS;
            return (payload, offset,
                    negated) -> ((header.event().descriptor().keyword() & mask) != 0) == (isWanted != negated);
        }
        if ("opcode".equals(name) && operator.isSearching()) {
            // Names of the provider itself may fit as well.
            return null;
        }
        try {
            final EventCondition condition = numbered.compile(EventHeader.SCHEMA, EventHeader.SCHEMA);
            return (payload, offset, negated) -> condition.accepts(payload) != negated;
        } catch (final RingsideException e) {
            if (!("opcode".equals(name) || "task".equals(name)) || !isForNames(numbered)) {
                throw e;
            }
            return null;
        }
    }

    private static long mask(final String text) {
        try {
            return text.regionMatches(true, 0, "0x", 0, 2)
                    ? Long.parseUnsignedLong(text.substring(2), 16)
                    : Long.parseUnsignedLong(text);
        } catch (final NumberFormatException e) {
            throw RingsideException.invalidArgument("keywords are given as a mask: value=" + text
                    + ": for example keyword contains 0x6");
        }
    }

    @Override
    public boolean holds(final PayloadBytes payload, final int offset, final boolean negated) {
        if (common != null) {
            return common.holds(payload, offset, negated);
        }
        final EventView event = header.event();
        final Object key = fit == null ? event.providerSchema() : event.schema();
        if (key == null) {
            return false;
        }
        Optional<Pair> pair = pairs.get(key);
        if (pair == null) {
            meet(event);
            pair = pairs.computeIfAbsent(key, this::compile);
            if (pair.isEmpty()) {
                misfits.accept(event);
            }
        }
        return pair.isPresent() && (negated ? pair.get().opposite : pair.get().condition).accepts(payload);
    }

    /** Records that the comparison was tried on an event. */
    public void meet(final EventView event) {
        final EventSchema schema = event.schema();
        final ProviderSchema provider = event.providerSchema();
        if (fit != null && schema != null) {
            fit.note(schema, provider);
        } else if (fit == null && provider != null) {
            expect(provider);
        }
    }

    /** Records that the comparison may be tried on events of a provider. */
    public void expect(final ProviderSchema provider) {
        if (fit != null) {
            fit.note(provider);
        } else if (common == null) {
            pairs.computeIfAbsent(provider, this::compile);
        }
    }

    /** Returns why the comparison fits none of these events; null if it fits some, or there were none. */
    public @Nullable String misfit() {
        if (fit != null) {
            return fit.misfit();
        }
        return fitsProvider || pairs.isEmpty() ? null : reason;
    }

    private Optional<Pair> compile(final Object key) {
        try {
            if (key instanceof final EventSchema schema) {
                return Optional.of(pair(schema, EventHeader.SCHEMA));
            }
            final EventSchema columns = columns((ProviderSchema) key, (Comparison) comparison);
            final Pair pair = pair(columns, columns);
            fitsProvider = true;
            return Optional.of(pair);
        } catch (final RingsideException e) {
            reason = e.getMessage() + (key instanceof final ProviderSchema own ? ", provider=" + own.name() : "");
            return Optional.empty();
        }
    }

    private Pair pair(final EventSchema event, final EventSchema columns) {
        return new Pair(comparison.compile(event, columns), new Expression.Not(comparison).compile(event, columns));
    }

    private static EventSchema columns(final ProviderSchema provider, final Comparison comparison) {
        return EventHeader.schema(asked(provider.opcodes(), comparison), asked(provider.tasks(), comparison));
    }

    /** Selects the provider's names that the comparison refers to: a value map may be too small for all names. */
    private static Map<String, Long> asked(final Map<String, Long> names, final Comparison comparison) {
        final Map<String, Long> asked = new HashMap<>();
        names.forEach((name, value) -> {
            if (name.equalsIgnoreCase(comparison.value()) || name.equalsIgnoreCase(comparison.high())
                    || comparison.isFoundIn(name)) {
                asked.put(name, value);
            }
        });
        if (asked.isEmpty() && comparison.operator().isSearching()) {
            // A provider with other names differs from a provider without names: any name shows the difference.
            names.entrySet().stream().findFirst().ifPresent(any -> asked.put(any.getKey(), any.getValue()));
        }
        return asked;
    }

    /** Returns the number of a level, which may be given by an abbreviated name. */
    private static String level(final String text) {
        final Integer level = Level.ofName(text);
        return level == null ? text : level.toString();
    }

    /** Returns whether the comparison would fit if a provider had these names. */
    private static boolean isForNames(final Comparison comparison) {
        final Map<String, Long> names = new HashMap<>();
        names.put(comparison.value(), (long) Opcode.FIRST_OWN);
        if (comparison.operator().isRange()) {
            names.put(comparison.high(), (long) Opcode.LAST_OWN);
        }
        try {
            final EventSchema columns = EventHeader.schema(names, names);
            comparison.compile(columns, columns);
            return true;
        } catch (final RingsideException e) {
            return false;
        }
    }
}
