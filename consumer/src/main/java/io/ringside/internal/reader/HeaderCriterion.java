package io.ringside.internal.reader;

import io.ringside.RingsideException;
import io.ringside.event.Level;
import io.ringside.event.Opcode;
import io.ringside.filter.ExpressionException;
import io.ringside.internal.expression.Comparison;
import io.ringside.internal.expression.EventCondition;
import io.ringside.internal.expression.PayloadBytes;
import io.ringside.reader.EventView;
import io.ringside.schema.ProviderSchema;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A comparison with something that the header of every event says. What is compared with the name of an opcode or task
 * that is none of the common ones depends on the provider; where it has no such name, nothing is known.
 */
final class HeaderCriterion implements EventCriterion {
    private final Comparison comparison;
    /** Null if it depends on the provider. */
    private final @Nullable EventCondition condition;
    private final IdentityHashMap<ProviderSchema, Optional<EventCondition>> byProvider = new IdentityHashMap<>();
    private boolean fits;
    private String reason = "";

    HeaderCriterion(final Comparison given) {
        final String name = given.field().steps().get(0).name();
        comparison = "level".equals(name) && !given.operator().isSearching()
                ? new Comparison(given.field(), given.operator(), level(given.value()), level(given.high()),
                        given.exactly())
                : given;
        EventCondition common = null;
        try {
            // A provider's own names may fit as well.
            final boolean dependsOnProvider = "opcode".equals(name) && comparison.operator().isSearching();
            common = dependsOnProvider ? null : comparison.compile(EventHeader.SCHEMA);
        } catch (final ExpressionException e) {
            if (!("opcode".equals(name) || "task".equals(name)) || !isForNames(comparison)) {
                throw e;
            }
        }
        condition = common;
    }

    static boolean isOne(final Comparison comparison) {
        return comparison.field().steps().size() == 1 && EventHeader.has(comparison.field().steps().get(0).name());
    }

    @Override
    public Truth of(final EventView event, final PayloadBytes header, final PayloadBytes payload) {
        if (condition != null) {
            return Truth.of(condition.accepts(header));
        }
        final ProviderSchema provider = event.providerSchema();
        if (provider == null) {
            return Truth.UNKNOWN;
        }
        final Optional<EventCondition> own = own(provider);
        return own.isPresent() ? Truth.of(own.get().accepts(header)) : Truth.UNKNOWN;
    }

    @Override
    public void expect(final ProviderSchema provider) {
        if (condition == null) {
            own(provider);
        }
    }

    private Optional<EventCondition> own(final ProviderSchema provider) {
        Optional<EventCondition> own = byProvider.get(provider);
        if (own == null) {
            own = compile(provider);
            byProvider.put(provider, own);
        }
        return own;
    }

    @Override
    public @Nullable String misfit() {
        return fits || byProvider.isEmpty() ? null : reason;
    }

    private Optional<EventCondition> compile(final ProviderSchema provider) {
        try {
            final EventCondition own = comparison
                    .compile(EventHeader.schema(asked(provider.opcodes()), asked(provider.tasks())));
            fits = true;
            return Optional.of(own);
        } catch (final ExpressionException | RingsideException e) {
            reason = e.getMessage() + ", provider=" + provider.name();
            return Optional.empty();
        }
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
        final Integer level = Level.ofName(text);
        return level == null ? text : level.toString();
    }

    /** Whether all would be well if a provider had these names. */
    private static boolean isForNames(final Comparison comparison) {
        final Map<String, Long> names = new HashMap<>();
        names.put(comparison.value(), (long) Opcode.FIRST_OWN);
        if (comparison.operator().isRange()) {
            names.put(comparison.high(), (long) Opcode.LAST_OWN);
        }
        try {
            comparison.compile(EventHeader.schema(names, names));
            return true;
        } catch (final ExpressionException | RingsideException e) {
            return false;
        }
    }
}
