package io.ringside.internal.reader;

import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.FileNames.SchemaFileName;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.registry.EnablementRow;
import io.ringside.internal.registry.RowSnapshot;
import io.ringside.internal.registry.RowStore;
import io.ringside.internal.registry.SchemaFile;
import io.ringside.internal.registry.SchemaStore;
import io.ringside.reader.EventFilter;
import io.ringside.schema.ProviderSchema;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Gives the condition of a live reader the events that its sessions can deliver, so that it need not wait for them to
 * find a field that none of them has. For one thread.
 */
public final class LiveFit {
    private static final long INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    private final EventFilter condition;
    private final List<String> sessions;
    private final RowStore rows;
    private final SchemaStore schemas;
    private final Map<SchemaFileName, ProviderSchema> known = new HashMap<>();
    private long nextNs = System.nanoTime();

    /**
     * Nothing is known yet.
     *
     * @param directory with the sessions
     * @param condition of the reader
     * @param sessions  that it reads, by name; other names are ignored
     */
    public LiveFit(final TraceDirectory directory, final EventFilter condition, final List<String> sessions) {
        final FileMaker files = new FileMaker(Incarnation.random());
        this.condition = condition;
        this.sessions = sessions;
        this.rows = new RowStore(directory, files);
        this.schemas = new SchemaStore(directory, files);
    }

    /**
     * Look, at most once a second, what the sessions have enabled.
     *
     * @return whether the condition knows all events that may come. It does not if a provider has never been
     *         registered, or describes its events only when it writes them
     */
    public boolean look() {
        final long nowNs = System.nanoTime();
        if (nowNs - nextNs < 0) {
            return false;
        }
        nextNs = nowNs + INTERVAL_NS;
        schemas.names().forEach(this::open);
        final RowSnapshot snapshot = rows.snapshot();
        final List<EnablementRow> enabled = sessions.stream().flatMap(name -> snapshot.session(name).stream())
                .flatMap(session -> snapshot.enablementsOf(session.id()).stream()).toList();
        boolean complete = !enabled.isEmpty();
        for (final EnablementRow row : enabled) {
            final List<ProviderSchema> reached = known.values().stream()
                    .filter(schema -> schema.id().equals(row.providerId())
                            || row.providerId().equals(schema.groupId()))
                    .toList();
            complete &= !reached.isEmpty() && reached.stream().noneMatch(ProviderSchema::isSelfDescribing);
            reached.forEach(condition::expect);
        }
        return complete;
    }

    private void open(final SchemaFileName name) {
        if (!known.containsKey(name)) {
            try (SchemaFile file = schemas.open(name, Access.READ_ONLY)) {
                known.put(name, file.schema());
            } catch (final RingsideException e) {
                // It was removed, or is damaged: doctor reports that.
            }
        }
    }
}
