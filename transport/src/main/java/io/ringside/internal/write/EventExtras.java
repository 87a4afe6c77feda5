package io.ringside.internal.write;

import io.ringside.event.EventLimits;
import io.ringside.filter.StackFilter;
import io.ringside.internal.expression.EventCondition;
import io.ringside.internal.expression.PayloadBytes;
import io.ringside.internal.session.ProviderEnablements;
import io.ringside.schema.EventSchema;
import io.ringside.session.EnableProperty;
import io.ringside.session.Enablement;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The demands of sessions on an event beyond its plain record: conditions on its payload, and additional items. Each
 * part is a mask of slots. Immutable; read by writers without allocation.
 */
final class EventExtras {
    /** Sessions that want the stack; for strings, {@link #stringStacks} decides in addition. */
    final long stacks;
    /** Sessions that want a key of the event. */
    final long eventKeys;
    /** Sessions that want the key of the process. */
    final long processStartKeys;
    /** Sessions that do not want events of private contexts. */
    final long notPrivate;
    /** Sessions that want only a share of the events, or a limited number per second. */
    final long rated;
    /** Key of this process, if a session wants it. */
    final long processStartKey;

    private final long conditioned;
    private final @Nullable EventCondition[] conditions;
    private final @Nullable StackFilter[] stringStackFilters;
    private final @Nullable RateGate[] gates;

    private EventExtras(final Builder parts, final long processStartKey) {
        stacks = parts.stacks;
        eventKeys = parts.eventKeys;
        processStartKeys = parts.processStartKeys;
        notPrivate = parts.notPrivate;
        rated = parts.rated;
        gates = parts.gates;
        conditioned = parts.conditioned;
        conditions = parts.conditions;
        stringStackFilters = parts.stringStackFilters;
        this.processStartKey = processStartKey;
    }

    /**
     * Returns the extras that some sessions want of an event, or of strings, which have no fields or declaration, if it
     * is null; null if they want none.
     */
    static @Nullable EventExtras of(final @Nullable EventSchema event, final long slots,
            final ProviderEnablements enablements, final long processStartKey, final @Nullable RateGates gates) {
        final Builder parts = new Builder();
        for (long rest = slots; rest != 0; rest &= rest - 1) {
            final int slot = Long.numberOfTrailingZeros(rest);
            final Enablement enablement = enablements.enablement(slot);
            if (enablement != null) {
                parts.add(slot, enablement);
                parts.rate(slot, gates == null ? null : gates.gate(slot, enablement.filters().rate(), event));
                if (event == null) {
                    parts.stack(slot, enablement.has(EnableProperty.STACK_TRACE));
                    parts.stringStackFilters[slot] = enablement.filters().stacks();
                } else {
                    parts.condition(slot, EventCondition.of(enablement.filters(), event));
                    parts.stack(slot, enablement.wantsStack(event));
                }
            }
        }
        return parts.isEmpty() ? null : new EventExtras(parts, processStartKey);
    }

    /** Returns the sessions, out of those that want the event, whose conditions the payload meets. */
    long accepted(final long wanted, final PayloadBytes payload) {
        long accepted = wanted;
        for (long rest = wanted & conditioned; rest != 0; rest &= rest - 1) {
            final int slot = Long.numberOfTrailingZeros(rest);
            final EventCondition condition = conditions[slot];
            if (condition != null && !condition.accepts(payload)) {
                accepted &= ~(1L << slot);
            }
        }
        return accepted;
    }

    /** Returns the gate that limits the events of a {@link #rated} session. */
    RateGate gate(final int slot) {
        return Objects.requireNonNull(gates[slot], "gate of a rated session");
    }

    /** Returns the sessions that want the stack with a string of a level and keyword. */
    long stringStacks(final int level, final long keyword) {
        long wanting = stacks;
        for (long rest = stacks; rest != 0; rest &= rest - 1) {
            final StackFilter filter = stringStackFilters[Long.numberOfTrailingZeros(rest)];
            if (filter != null && !filter.acceptsString(level, keyword)) {
                wanting &= ~(rest & -rest);
            }
        }
        return wanting;
    }

    /** Returns whether any of the sessions has a condition that depends on the payload. */
    boolean isConditioned(final long wanted) {
        return (wanted & conditioned) != 0;
    }

    private static final class Builder {
        private final @Nullable EventCondition[] conditions = new @Nullable EventCondition[EventLimits.SESSIONS_MAX];
        private final @Nullable StackFilter[] stringStackFilters = new @Nullable StackFilter[EventLimits.SESSIONS_MAX];
        private final @Nullable RateGate[] gates = new @Nullable RateGate[EventLimits.SESSIONS_MAX];
        private long conditioned;
        private long rated;
        private long stacks;
        private long eventKeys;
        private long processStartKeys;
        private long notPrivate;

        void add(final int slot, final Enablement enablement) {
            final long bit = 1L << slot;
            eventKeys |= enablement.has(EnableProperty.EVENT_KEY) ? bit : 0;
            processStartKeys |= enablement.has(EnableProperty.PROCESS_START_KEY) ? bit : 0;
            notPrivate |= enablement.has(EnableProperty.EXCLUDE_INPRIVATE) ? bit : 0;
        }

        void condition(final int slot, final @Nullable EventCondition condition) {
            if (condition != null) {
                conditions[slot] = condition;
                conditioned |= 1L << slot;
            }
        }

        void rate(final int slot, final @Nullable RateGate gate) {
            if (gate != null) {
                gates[slot] = gate;
                rated |= 1L << slot;
            }
        }

        void stack(final int slot, final boolean wanted) {
            stacks |= wanted ? 1L << slot : 0;
        }

        boolean isEmpty() {
            return (conditioned | rated | stacks | eventKeys | processStartKeys | notPrivate) == 0;
        }
    }
}
