package io.ringside.reader;

import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.FileNames.SchemaFileName;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.recording.SchemaLookup;
import io.ringside.internal.registry.SchemaFile;
import io.ringside.internal.registry.SchemaStore;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.PublishedNames;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Cache of schemas by provider and content. Each file is read once; unreadable files are retried from time to time. Not
 * thread-safe.
 */
final class SchemaCache implements SchemaLookup {
    private static final long RETRY_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    private final SchemaStore store;
    private final NanoClock clock;
    private final ErrorHandler errorHandler;
    private final Map<SchemaFileName, ProviderSchema> known = new HashMap<>();
    private final Map<SchemaFileName, Long> retryNs = new HashMap<>();

    SchemaCache(final SchemaStore store, final NanoClock clock, final ErrorHandler errorHandler) {
        this.store = store;
        this.clock = clock;
        this.errorHandler = errorHandler;
    }

    @Override
    public @Nullable ProviderSchema schema(final SchemaFileName name) {
        final ProviderSchema schema = known.get(name);
        return schema == null && isDue(name) ? read(name) : schema;
    }

    @Override
    public Supplier<PublishedNames> published(final UUID providerId, final Incarnation process) {
        return store.published(providerId, process, clock, errorHandler);
    }

    private boolean isDue(final SchemaFileName name) {
        final Long dueNs = retryNs.get(name);
        return dueNs == null || clock.nanoTime() - dueNs >= 0;
    }

    private @Nullable ProviderSchema read(final SchemaFileName name) {
        try (SchemaFile file = store.open(name, Access.READ_ONLY)) {
            final ProviderSchema schema = file.schema();
            known.put(name, schema);
            retryNs.remove(name);
            return schema;
        } catch (final RingsideException e) {
            if (retryNs.put(name, clock.nanoTime() + RETRY_INTERVAL_NS) == null) {
                errorHandler.onError(e);
            }
            return null;
        }
    }
}
