package io.ringside.internal.recording;

import io.ringside.RingsideException;
import io.ringside.internal.drain.DrainedProcess;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.KillPoint;
import io.ringside.internal.files.SchemaFileName;
import io.ringside.internal.registry.RegisteredSchema;
import io.ringside.internal.registry.SchemaFile;
import io.ringside.internal.registry.SchemaStore;
import io.ringside.internal.schema.SchemaEncoder;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;
import org.agrona.ErrorHandler;

/** What a file of a recording tells of session, processes and schemas before their events. Not thread-safe. */
public final class Descriptions {
    private final RecordedSession session;
    private final SchemaStore store;
    private final ErrorHandler errorHandler;
    private final Map<Incarnation, Integer> schemaCounts = new HashMap<>();
    private final Set<SchemaFileName> schemas = new HashSet<>();
    private final Set<SchemaFileName> unreadable = new HashSet<>();
    private boolean begun;

    public Descriptions(final RecordedSession session, final SchemaStore store, final ErrorHandler errorHandler) {
        this.session = session;
        this.store = store;
        this.errorHandler = errorHandler;
    }

    /** Whether the file has anything yet. */
    boolean isBegun() {
        return begun;
    }

    /** A new file knows nothing. */
    void forget() {
        begun = false;
        schemaCounts.clear();
        schemas.clear();
        unreadable.clear();
    }

    /**
     * Write what the file does not know yet.
     *
     * @param processes all that may have events
     * @param encoder   to write with
     * @param excerpts  appends the encoder's excerpt of a length
     */
    public void write(final Collection<DrainedProcess> processes, final ExcerptEncoder encoder,
            final IntConsumer excerpts) {
        if (!begun) {
            excerpts.accept(encoder.session(session));
            begun = true;
            if (KillPoint.ARMED) {
                KillPoint.RECORD_ROLL_BEGUN.reached();
            }
        }
        for (final DrainedProcess process : processes) {
            final Integer known = schemaCounts.get(process.incarnation());
            if (known == null || process.schemaCount() > known) {
                final List<RegisteredSchema> registered = process.schemas();
                registered.forEach(schema -> write(schema, encoder, excerpts));
                excerpts.accept(encoder.process(process.incarnation(), process.identity(), registered));
                schemaCounts.put(process.incarnation(), registered.size());
            }
        }
    }

    private void write(final RegisteredSchema schema, final ExcerptEncoder encoder, final IntConsumer excerpts) {
        final SchemaFileName name = new SchemaFileName(schema.providerId(), schema.contentHash());
        if (schemas.contains(name) || unreadable.contains(name)) {
            return;
        }
        try (SchemaFile file = store.open(name, Access.READ_ONLY)) {
            excerpts.accept(encoder.schema(name, SchemaEncoder.encode(file.schema())));
            schemas.add(name);
        } catch (final RingsideException e) {
            // Its events are recorded as bytes; the next file tries again.
            unreadable.add(name);
            errorHandler.onError(e);
        }
    }
}
