package io.ringside.internal.write;

import io.ringside.internal.session.ProviderEnablements;
import io.ringside.schema.EventSchema;
import io.ringside.session.Enablement;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The demands on a provider of the sessions that are attached in this process, as its control thread last read them.
 * Immutable.
 */
public final class ProviderEnablement {
    /** No session wants anything. */
    public static final ProviderEnablement NONE = new ProviderEnablement(0, ProviderEnablements.NONE, 0, null);

    private final long slots;
    private final ProviderEnablements enablements;
    private final long processStartKey;
    /** Null if no session wants anything. */
    private final @Nullable RateGates gates;
    private final @Nullable EventExtras stringExtras;
    /** Events that the same sessions want share one object, and thus a cache line. */
    private final Map<Long, EventEnablement> plain = new ConcurrentHashMap<>();

    /**
     * Create the demands.
     *
     * @param slots           slots of the sessions that are attached here and have not filtered this process out
     * @param enablements     of the provider, by slot
     * @param processStartKey key of this process, for the sessions that want it
     * @param gates           gates of the registration's events
     */
    ProviderEnablement(final long slots, final ProviderEnablements enablements, final long processStartKey,
            final @Nullable RateGates gates) {
        this.slots = slots & enablements.slots();
        this.enablements = enablements;
        this.processStartKey = processStartKey;
        this.gates = gates;
        this.stringExtras = EventExtras.of(null, this.slots, enablements, processStartKey, gates);
    }

    /**
     * Returns these demands without those of some sessions.
     *
     * @param gone slots of the sessions to remove
     * @return the demands of the other sessions
     */
    public ProviderEnablement without(final long gone) {
        return (slots & gone) == 0 ? this : new ProviderEnablement(slots & ~gone, enablements, processStartKey, gates);
    }

    /** Returns the slots of the sessions that may want an event. */
    public long slots() {
        return slots;
    }

    /** Returns the sessions that want an event, with their settings. */
    EventEnablement of(final EventSchema event, final WriterThreads threads) {
        final long wanting = slots == 0 ? 0 : slots & enablements.eventMask(event);
        if (wanting == 0) {
            return EventEnablement.NONE;
        }
        final EventExtras extras = EventExtras.of(event, wanting, enablements, processStartKey, gates);
        return extras == null
                ? plain.computeIfAbsent(wanting, mask -> plain(mask, threads))
                : new EventEnablement(wanting, extras, null);
    }

    private static EventEnablement plain(final long wanting, final WriterThreads threads) {
        final boolean isOnly = (wanting & (wanting - 1)) == 0;
        return new EventEnablement(wanting, null,
                isOnly ? threads.session(Long.numberOfTrailingZeros(wanting)) : null);
    }

    /** Returns the slots of the sessions that accept a level and keyword, regardless of their filters. */
    long accepting(final int level, final long keyword) {
        long accepting = 0;
        for (long rest = slots; rest != 0; rest &= rest - 1) {
            final Enablement enablement = enablements.enablement(Long.numberOfTrailingZeros(rest));
            if (enablement != null && enablement.accepts(level, keyword)) {
                accepting |= rest & -rest;
            }
        }
        return accepting;
    }

    /** Returns the slots of the sessions that want a string of a level and keyword. */
    long acceptingStrings(final int level, final long keyword) {
        long accepting = 0;
        for (long rest = slots; rest != 0; rest &= rest - 1) {
            final Enablement enablement = enablements.enablement(Long.numberOfTrailingZeros(rest));
            if (enablement != null && enablement.acceptsString(level, keyword)) {
                accepting |= rest & -rest;
            }
        }
        return accepting;
    }

    /** Returns the extras that sessions want of strings beyond their plain record. */
    @Nullable
    EventExtras stringExtras() {
        return stringExtras;
    }
}
