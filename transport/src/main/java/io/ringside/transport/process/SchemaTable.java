package io.ringside.transport.process;

import io.ringside.transport.ErrorCode;
import io.ringside.transport.RingsideException;
import io.ringside.transport.fault.KillPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.agrona.concurrent.AtomicBuffer;

import static io.ringside.transport.process.ProcessPageDescriptor.SCHEMAS;
import static io.ringside.transport.process.ProcessPageDescriptor.SCHEMA_CONTENT_HASH_OFFSET;
import static io.ringside.transport.process.ProcessPageDescriptor.SCHEMA_COUNT_OFFSET;
import static io.ringside.transport.process.ProcessPageDescriptor.SCHEMA_LIVE_OFFSET;
import static io.ringside.transport.process.ProcessPageDescriptor.SCHEMA_PROVIDER_LEAST_OFFSET;
import static io.ringside.transport.process.ProcessPageDescriptor.SCHEMA_PROVIDER_MOST_OFFSET;

/**
 * A process's table of schemas. Entries are appended and never change but for the count of open registrations, so that
 * records can refer to them. Changed by one thread at a time; may be read by anybody.
 */
final class SchemaTable {
    private final AtomicBuffer page;

    SchemaTable(final AtomicBuffer page) {
        this.page = page;
    }

    int add(final UUID providerId, final long contentHash) {
        final int count = count();
        for (int index = 0; index < count; index++) {
            final RegisteredSchema entry = entry(index);
            if (entry.providerId().equals(providerId) && entry.contentHash() == contentHash) {
                storeLive(index, entry.live() + 1);
                return index;
            }
        }
        if (count == SCHEMAS) {
            throw new RingsideException(ErrorCode.LIMIT,
                    "process has registered as many schemas as there may be: provider=" + providerId + ", max="
                            + SCHEMAS
                            + ": register fewer providers, or fewer versions of them");
        }
        append(count, providerId, contentHash);
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

    private void append(final int index, final UUID providerId, final long contentHash) {
        final int offset = ProcessPageDescriptor.schemaOffset(index);
        page.putLong(offset + SCHEMA_PROVIDER_MOST_OFFSET, providerId.getMostSignificantBits());
        page.putLong(offset + SCHEMA_PROVIDER_LEAST_OFFSET, providerId.getLeastSignificantBits());
        page.putLong(offset + SCHEMA_CONTENT_HASH_OFFSET, contentHash);
        page.putLong(offset + SCHEMA_LIVE_OFFSET, 1);
        if (KillPoint.ARMED) {
            KillPoint.REGISTRATION_STORED.reached();
        }
        page.putIntRelease(SCHEMA_COUNT_OFFSET, index + 1);
        if (KillPoint.ARMED) {
            KillPoint.REGISTRATION_PUBLISHED.reached();
        }
    }

    /** Number of entries, whatever the page says within the table's bounds. */
    private int count() {
        return Math.max(0, Math.min(page.getIntAcquire(SCHEMA_COUNT_OFFSET), SCHEMAS));
    }

    private RegisteredSchema entry(final int index) {
        final int offset = ProcessPageDescriptor.schemaOffset(index);
        return new RegisteredSchema(index,
                new UUID(page.getLong(offset + SCHEMA_PROVIDER_MOST_OFFSET),
                        page.getLong(offset + SCHEMA_PROVIDER_LEAST_OFFSET)),
                page.getLong(offset + SCHEMA_CONTENT_HASH_OFFSET),
                Math.max(0, page.getLongVolatile(offset + SCHEMA_LIVE_OFFSET)));
    }

    private void storeLive(final int index, final long live) {
        page.putLongRelease(ProcessPageDescriptor.schemaOffset(index) + SCHEMA_LIVE_OFFSET, live);
    }
}
