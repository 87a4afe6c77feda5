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
 * The words of a schema that say which sessions want its events. Thread-safe for reading; stored by the holder of the
 * control lock only.
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
     * Returns the composite of all sessions' enablements of the provider, each part with its value in force now. While
     * the parts change, they may belong to different moments; an event that every setting in force accepts is accepted
     * by any mix of them.
     */
    public Composite composite() {
        final long stateLevel = buffer.getLongVolatile(STATE_LEVEL_OFFSET);
        return (stateLevel & ENABLED_BIT) == 0
                ? Composite.DISABLED
                : new Composite(true, (int) (stateLevel & LEVEL_MASK), buffer.getLongVolatile(MATCH_ANY_OFFSET),
                        buffer.getLongVolatile(MATCH_ALL_OFFSET));
    }

    /**
     * Make the words those of the enablements in force. Only words that differ are stored, so that repeating it
     * disturbs no reader's cache.
     *
     * @param inForce for the provider
     * @return number of words stored
     */
    public int store(final ProviderEnablements inForce) {
        return store(inForce, 0);
    }

    /**
     * Stores the enablements where those of the sessions in some slots are unknown: their bits stay, and so does the
     * part of the composite that may be theirs.
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
