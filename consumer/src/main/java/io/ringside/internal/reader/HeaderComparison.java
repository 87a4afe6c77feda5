package io.ringside.internal.reader;

import io.ringside.event.Level;
import io.ringside.event.Opcode;
import io.ringside.filter.ExpressionException;
import io.ringside.internal.expression.Comparison;
import io.ringside.internal.expression.ComparisonOperator;
import io.ringside.internal.expression.EventCondition;
import io.ringside.internal.expression.PayloadBytes;
import io.ringside.reader.EventView;
import io.ringside.schema.EventSchema;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.SchemaException;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A comparison with a column of the header. One with the name of an opcode or task that is none of the common ones
 * depends on the provider; where the provider has no such name, the comparison neither holds nor fails.
 */
final class HeaderComparison implements EventComparison {
    private final Comparison comparison;
    private final EventHeader header;
    private final Consumer<EventView> misfits;
    /** Null if it depends on the provider. */
    private final EventCondition.@Nullable Test common;
    private final IdentityHashMap<ProviderSchema, Optional<EventCondition>> byProvider = new IdentityHashMap<>();
    private boolean fits;
    private String reason = "";

    HeaderComparison(final Comparison given, final EventHeader header, final Consumer<EventView> misfits) {
        final String name = given.field().steps().get(0).name();
        this.header = header;
        this.misfits = misfits;
        comparison = "level".equals(name) && !given.operator().isSearching()
                ? new Comparison(given.field(), given.operator(), level(given.value()), level(given.high()),
                        given.exactly())
                : given;
        common = common(name);
    }

    private EventCondition.@Nullable Test common(final String name) {
        if ("keyword".equals(name) && (comparison.operator() == ComparisonOperator.CONTAINS
                || comparison.operator() == ComparisonOperator.NOT_CONTAINS)) {
            final long mask = mask(comparison.value());
            final boolean wanted = comparison.operator() == ComparisonOperator.CONTAINS;
            return (payload, offset, negated) -> ((header.event().descriptor().keyword() & mask) != 0)
                    == (wanted != negated);
        }
        final boolean isNamed = "opcode".equals(name) || "task".equals(name);
        try {
            if ("opcode".equals(name) && comparison.operator().isSearching()) {
                // A provider's own names may fit as well.
                return null;
            }
            final EventCondition condition = compile(EventHeader.SCHEMA);
            return (payload, offset, negated) -> condition.accepts(payload) != negated;
        } catch (final ExpressionException e) {
            if (!isNamed || !isForNames()) {
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
            throw new ExpressionException("keywords are given as a mask: value=" + text
                    + ": for example keyword contains 0x6");
        }
    }

    @Override
    public boolean holds(final PayloadBytes payload, final int offset, final boolean negated) {
        if (common != null) {
            return common.holds(payload, offset, negated);
        }
        final EventView event = header.event();
        final ProviderSchema provider = event.providerSchema();
        if (provider == null) {
            return false;
        }
        final Optional<EventCondition> known = byProvider.get(provider);
        final Optional<EventCondition> own = known == null ? own(provider) : known;
        if (known == null && own.isEmpty()) {
            misfits.accept(event);
        }
        return own.isPresent() && own.get().accepts(payload) != negated;
    }

    @Override
    public void meet(final EventView event) {
        final ProviderSchema provider = event.providerSchema();
        if (provider != null) {
            expect(provider);
        }
    }

    @Override
    public void expect(final ProviderSchema provider) {
        if (common == null && !byProvider.containsKey(provider)) {
            own(provider);
        }
    }

    @Override
    public @Nullable String misfit() {
        return fits || byProvider.isEmpty() ? null : reason;
    }

    private Optional<EventCondition> own(final ProviderSchema provider) {
        Optional<EventCondition> own = Optional.empty();
        try {
            own = Optional.of(compile(EventHeader.schema(asked(provider.opcodes()), asked(provider.tasks()))));
            fits = true;
        } catch (final ExpressionException | SchemaException e) {
            reason = e.getMessage() + ", provider=" + provider.name();
        }
        byProvider.put(provider, own);
        return own;
    }

    private EventCondition compile(final EventSchema columns) {
        return comparison.compile(columns, columns);
    }

    /** Selects the provider's names that are compared with: there may be more than a map of values may have. */
    private Map<String, Long> asked(final Map<String, Long> names) {
        final Map<String, Long> asked = new HashMap<>();
        names.forEach((name, value) -> {
            if (name.equalsIgnoreCase(comparison.value()) || name.equalsIgnoreCase(comparison.high())
                    || comparison.isFoundIn(name)) {
                asked.put(name, value);
            }
        });
        if (asked.isEmpty() && comparison.operator().isSearching()) {
            // A provider whose names do not match differs from one without names: any one of its names shows that.
            names.entrySet().stream().findFirst().ifPresent(any -> asked.put(any.getKey(), any.getValue()));
        }
        return asked;
    }

    /** As a number, also of a name that is shortened. */
    private static String level(final String text) {
        final int level = Level.ofName(text);
        return level == Level.NULL_LEVEL ? text : Integer.toString(level);
    }

    /** Whether the comparison would fit if a provider had these names. */
    private boolean isForNames() {
        final Map<String, Long> names = new HashMap<>();
        names.put(comparison.value(), (long) Opcode.FIRST_OWN);
        if (comparison.operator().isRange()) {
            names.put(comparison.high(), (long) Opcode.LAST_OWN);
        }
        try {
            compile(EventHeader.schema(names, names));
            return true;
        } catch (final ExpressionException | SchemaException e) {
            return false;
        }
    }
}
