package io.ringside.internal.registry;

import io.ringside.internal.files.KillPoint;
import io.ringside.internal.layout.SchemaFileDescriptor;
import io.ringside.internal.session.ProviderEnablements;
import io.ringside.schema.EventSchema;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.Composite;
import org.agrona.concurrent.AtomicBuffer;

import static io.ringside.internal.layout.SchemaFileDescriptor.ENABLED_BIT;
import static io.ringside.internal.layout.SchemaFileDescriptor.LEVEL_MASK;
import static io.ringside.internal.layout.SchemaFileDescriptor.MATCH_ALL_OFFSET;
import static io.ringside.internal.layout.SchemaFileDescriptor.MATCH_ANY_OFFSET;
import static io.ringside.internal.layout.SchemaFileDescriptor.STATE_LEVEL_OFFSET;

/**
 * The enable masks of a schema: which sessions want its events. Reading is thread-safe; only the holder of the control
 * lock stores.
 */
public final class FlagWords {
    private final AtomicBuffer buffer;
    private final ProviderSchema schema;

    FlagWords(final AtomicBuffer buffer, final ProviderSchema schema) {
        this.buffer = buffer;
        this.schema = schema;
    }

    /**
     * Returns the sessions that want an event now.
     *
     * @param eventIndex of the event in its schema
     * @return enable mask: bit n is set if the session in slot n wants it
     */
    public long eventWordVolatile(final int eventIndex) {
        return buffer.getLongVolatile(SchemaFileDescriptor.eventWordOffset(eventIndex));
    }

    /**
     * Returns the composite of all sessions' enablements of the provider, each part with its current value. During a
     * change the parts may be from different moments; an event that every current setting accepts is accepted by any
     * mix of them.
     */
    public Composite composite() {
        final long stateLevel = buffer.getLongVolatile(STATE_LEVEL_OFFSET);
        return (stateLevel & ENABLED_BIT) == 0
                ? Composite.DISABLED
                : new Composite(true, (int) (stateLevel & LEVEL_MASK), buffer.getLongVolatile(MATCH_ANY_OFFSET),
                        buffer.getLongVolatile(MATCH_ALL_OFFSET));
    }

    /**
     * Derive the enable masks from the current enablements. Only words that differ are stored, so that a repeated call
     * does not disturb the caches of readers.
     *
     * @param inForce for the provider
     * @return number of words stored
     */
    public int store(final ProviderEnablements inForce) {
        return store(inForce, 0);
    }

    /**
     * Stores the enablements when the sessions in some slots are unknown. Bits of those slots stay, and so does any
     * part of the composite that may stem from them.
     *
     * @param inForce for the provider, without those slots
     * @param unknown bit n is set if slot n is unknown
     * @return number of words stored
     */
    public int store(final ProviderEnablements inForce, final long unknown) {
        final Composite composite = unknown == 0 ? inForce.composite() : inForce.composite().or(composite());
        int stored = storeIfDifferent(MATCH_ANY_OFFSET, composite.matchAny())
                + storeIfDifferent(MATCH_ALL_OFFSET, composite.matchAll())
                + storeIfDifferent(STATE_LEVEL_OFFSET, (composite.enabled() ? ENABLED_BIT : 0) | composite.level());
        for (final EventSchema event : schema.events()) {
            final long kept = eventWordVolatile(event.index()) & unknown;
            stored += storeIfDifferent(SchemaFileDescriptor.eventWordOffset(event.index()),
                    kept | (inForce.eventMask(event) & ~unknown));
        }
        return stored;
    }

    private int storeIfDifferent(final int offset, final long word) {
        if (buffer.getLongVolatile(offset) == word) {
            return 0;
        }
        buffer.putLongRelease(offset, word);
        if (KillPoint.ARMED) {
            KillPoint.WORD_STORED.reached();
        }
        return 1;
    }
}
