package io.ringside.internal.registry;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.KillPoint;
import io.ringside.internal.layout.ProcessPageDescriptor;
import io.ringside.schema.ProviderSchema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.IntConsumer;
import org.agrona.concurrent.AtomicBuffer;
import org.jspecify.annotations.Nullable;

import static io.ringside.event.EventLimits.PROVIDERS_PER_PROCESS_MAX;
import static io.ringside.event.EventLimits.SELF_DESCRIBING_PER_PROCESS_MAX;
import static io.ringside.internal.layout.ProcessPageDescriptor.SCHEMAS;
import static io.ringside.internal.layout.ProcessPageDescriptor.SCHEMA_CALLBACK_PENDING_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.SCHEMA_CONTENT_HASH_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.SCHEMA_COUNT_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.SCHEMA_GROUP_LEAST_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.SCHEMA_GROUP_MOST_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.SCHEMA_KIND_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.SCHEMA_LIVE_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.SCHEMA_PROVIDER_LEAST_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.SCHEMA_PROVIDER_MOST_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.SELF_DESCRIBING;

/**
 * A process's table of schemas. Entries are appended, so that records can refer to them; only the count of open
 * registrations and the pending callbacks of an entry ever change. Each of these is changed by one thread at a time and
 * may be read by any thread.
 */
final class SchemaTable {
    private static final long NULL_GENERATION = 0;
    private static final UUID NULL_GROUP_ID = new UUID(0, 0);

    private final AtomicBuffer page;

    SchemaTable(final AtomicBuffer page) {
        this.page = page;
    }

    /**
     * Register a schema, for the first time or again.
     *
     * @param schema  whose file exists
     * @param written receives the end of the part that a new entry needs written, and throws if it cannot be written
     * @return index of the entry
     */
    int add(final ProviderSchema schema, final IntConsumer written) {
        final UUID providerId = schema.id();
        final long contentHash = schema.contentHash();
        final List<RegisteredSchema> entries = entries();
        final RegisteredSchema known = find(entries, providerId, contentHash);
        requireRoomFor(entries, providerId);
        if (known != null) {
            storeLive(known.index(), known.live() + 1);
            return known.index();
        }
        final int count = entries.size();
        if (count == SCHEMAS) {
            throw new RingsideException(ErrorCode.LIMIT,
                    "process has registered as many schemas as there may be: provider=" + providerId + ", max="
                            + SCHEMAS + ": register fewer providers, or fewer versions of them");
        }
        if (schema.isSelfDescribing()) {
            requireRoomForSelfDescribing(entries, providerId);
        }
        written.accept(ProcessPageDescriptor.schemaOffset(count + 1));
        append(count, schema);
        return count;
    }

    void remove(final int index) {
        Objects.checkIndex(index, count());
        storeLive(index, Math.max(0, entry(index).live() - 1));
    }

    List<RegisteredSchema> entries() {
        final int count = count();
        final List<RegisteredSchema> entries = new ArrayList<>(count);
        for (int index = 0; index < count; index++) {
            entries.add(entry(index));
        }
        return entries;
    }

    /** Refuses a provider without an open registration if the process has reached its limit of other providers. */
    private static void requireRoomFor(final List<RegisteredSchema> entries, final UUID providerId) {
        final Set<UUID> open = new HashSet<>();
        entries.stream().filter(entry -> entry.live() > 0).forEach(entry -> open.add(entry.providerId()));
        if (open.size() >= PROVIDERS_PER_PROCESS_MAX && !open.contains(providerId)) {
            throw new RingsideException(ErrorCode.LIMIT,
                    "process has registered as many providers as there may be: provider=" + providerId + ", max="
                            + PROVIDERS_PER_PROCESS_MAX + ": close registrations, or register fewer providers");
        }
    }

    /** Refuses a self-describing schema beyond the limit, which leaves room for declared schemas. */
    private static void requireRoomForSelfDescribing(final List<RegisteredSchema> entries, final UUID providerId) {
        if (entries.stream().filter(RegisteredSchema::selfDescribing).count() >= SELF_DESCRIBING_PER_PROCESS_MAX) {
            throw new RingsideException(ErrorCode.LIMIT,
                    "process has as many self-describing events as there may be: provider=" + providerId + ", max="
                            + SELF_DESCRIBING_PER_PROCESS_MAX
                            + ": put what differs from event to event into fields, not into names");
        }
    }

    private static @Nullable RegisteredSchema find(final List<RegisteredSchema> entries, final UUID providerId,
            final long contentHash) {
        for (final RegisteredSchema entry : entries) {
            if (entry.providerId().equals(providerId) && entry.contentHash() == contentHash) {
                return entry;
            }
        }
        return null;
    }

    /** Stores in the provider's first entry, the same for the life of the process; does nothing if it has none. */
    void storeCallbackPending(final UUID providerId, final long generation) {
        final int count = count();
        for (int index = 0; index < count; index++) {
            final int offset = ProcessPageDescriptor.schemaOffset(index);
            if (providerId(offset).equals(providerId)) {
                page.putLongRelease(offset + SCHEMA_CALLBACK_PENDING_OFFSET, generation);
                return;
            }
        }
    }

    /**
     * Returns the oldest change for which a callback of a provider, or of a provider in a group, has not returned; 0 if
     * there is none.
     */
    long callbackPending(final UUID id) {
        final Set<UUID> providerIds = new HashSet<>(Set.of(id));
        entries().stream().filter(entry -> entry.isOpenOf(id)).forEach(entry -> providerIds.add(entry.providerId()));
        final int count = count();
        long oldest = NULL_GENERATION;
        for (int index = 0; index < count; index++) {
            final int offset = ProcessPageDescriptor.schemaOffset(index);
            final long generation = page.getLongVolatile(offset + SCHEMA_CALLBACK_PENDING_OFFSET);
            if (generation > NULL_GENERATION && (oldest == NULL_GENERATION || generation < oldest)
                    && providerIds.contains(providerId(offset))) {
                oldest = generation;
            }
        }
        return oldest;
    }

    private void append(final int index, final ProviderSchema schema) {
        final int offset = ProcessPageDescriptor.schemaOffset(index);
        final UUID group = Objects.requireNonNullElse(schema.groupId(), NULL_GROUP_ID);
        page.putLong(offset + SCHEMA_PROVIDER_MOST_OFFSET, schema.id().getMostSignificantBits());
        page.putLong(offset + SCHEMA_PROVIDER_LEAST_OFFSET, schema.id().getLeastSignificantBits());
        page.putLong(offset + SCHEMA_CONTENT_HASH_OFFSET, schema.contentHash());
        page.putLong(offset + SCHEMA_LIVE_OFFSET, 1);
        page.putLong(offset + SCHEMA_KIND_OFFSET, schema.isSelfDescribing() ? SELF_DESCRIBING : 0);
        page.putLong(offset + SCHEMA_GROUP_MOST_OFFSET, group.getMostSignificantBits());
        page.putLong(offset + SCHEMA_GROUP_LEAST_OFFSET, group.getLeastSignificantBits());
        if (KillPoint.ARMED) {
            KillPoint.REGISTRATION_STORED.reached();
        }
        page.putIntRelease(SCHEMA_COUNT_OFFSET, index + 1);
        if (KillPoint.ARMED) {
            KillPoint.REGISTRATION_PUBLISHED.reached();
        }
    }

    /** Returns the number of entries, limited to the table's size whatever the page contains. */
    int count() {
        return Math.max(0, Math.min(page.getIntAcquire(SCHEMA_COUNT_OFFSET), SCHEMAS));
    }

    private RegisteredSchema entry(final int index) {
        final int offset = ProcessPageDescriptor.schemaOffset(index);
        final UUID group = new UUID(page.getLong(offset + SCHEMA_GROUP_MOST_OFFSET),
                page.getLong(offset + SCHEMA_GROUP_LEAST_OFFSET));
        return new RegisteredSchema(index, providerId(offset), page.getLong(offset + SCHEMA_CONTENT_HASH_OFFSET),
                Math.max(0, page.getLongVolatile(offset + SCHEMA_LIVE_OFFSET)),
                page.getLong(offset + SCHEMA_KIND_OFFSET) == SELF_DESCRIBING,
                group.equals(NULL_GROUP_ID) ? null : group);
    }

    private UUID providerId(final int offset) {
        return new UUID(page.getLong(offset + SCHEMA_PROVIDER_MOST_OFFSET),
                page.getLong(offset + SCHEMA_PROVIDER_LEAST_OFFSET));
    }

    private void storeLive(final int index, final long live) {
        page.putLongRelease(ProcessPageDescriptor.schemaOffset(index) + SCHEMA_LIVE_OFFSET, live);
    }
}
