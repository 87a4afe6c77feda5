package io.ringside.internal.write;

import io.ringside.event.EventLimits;
import io.ringside.filter.RateFilter;
import io.ringside.schema.EventSchema;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The gates of one registration's events, which survive changes of other sessions' demands. Thread-safe; not used by
 * writers.
 */
final class RateGates {
    private final WriterThreads threads;
    private final UUID providerId;
    /** Gates by event and slot; null for strings. */
    private final Map<@Nullable EventSchema, @Nullable RateGate[]> gates = new HashMap<>();

    RateGates(final WriterThreads threads, final UUID providerId) {
        this.threads = threads;
        this.providerId = providerId;
    }

    /**
     * Returns the gate of an event.
     *
     * @param slot  slot of the session
     * @param rate  filter of the session; null if none
     * @param event null for strings
     * @return null if all events pass, or the session is being detached
     */
    synchronized @Nullable RateGate gate(final int slot, final @Nullable RateFilter rate,
            final @Nullable EventSchema event) {
        final SessionLanes session = threads.session(slot);
        if (rate == null || session == null) {
            forget(slot, event);
            return null;
        }
        final @Nullable RateGate[] bySlot = gates.computeIfAbsent(event,
                absent -> new RateGate[EventLimits.SESSIONS_MAX]);
        final RateGate known = bySlot[slot];
        if (known != null && known.isOf(rate, session.sessionId())) {
            return known;
        }
        final RateGate gate = new RateGate(rate, session.sessionId(), event,
                rate.isLimited() ? session.bucket(providerId, rate) : null);
        bySlot[slot] = gate;
        return gate;
    }

    private void forget(final int slot, final @Nullable EventSchema event) {
        final @Nullable RateGate[] bySlot = gates.get(event);
        if (bySlot != null) {
            bySlot[slot] = null;
            for (final RateGate gate : bySlot) {
                if (gate != null) {
                    return;
                }
            }
            gates.remove(event);
        }
    }
}
