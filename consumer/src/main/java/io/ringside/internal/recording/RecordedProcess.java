package io.ringside.internal.recording;

import io.ringside.internal.files.FileNames.SchemaFileName;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.lane.ThreadNames;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.registry.RegisteredSchema;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.PublishedNames;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A process as a recording describes it. One object represents a process as long as the reader does. Not thread-safe,
 * but that threads that share the events of a reader may ask for identity and schemas.
 */
public final class RecordedProcess {
    private final Incarnation incarnation;
    private final SchemaLookup recordedSchemas;
    /** Describes the process as well as it can be, when too little of it was read. */
    private final Consumer<RecordedProcess> describer;
    private @Nullable RecordedSession session;
    private List<RegisteredSchema> schemas = List.of();
    private @Nullable ProcessIdentity identity;
    private @Nullable Object attachment;
    private final ThreadNames threadNames;

    RecordedProcess(final Incarnation incarnation, final @Nullable RecordedSession session,
            final SchemaLookup recordedSchemas, final Consumer<RecordedProcess> describer) {
        this(incarnation, session, recordedSchemas, describer, new ThreadNames());
    }

    RecordedProcess(final Incarnation incarnation, final @Nullable RecordedSession session,
            final SchemaLookup recordedSchemas, final Consumer<RecordedProcess> describer,
            final ThreadNames threadNames) {
        this.threadNames = threadNames;
        this.describer = describer;
        this.incarnation = incarnation;
        this.session = session;
        this.recordedSchemas = recordedSchemas;
    }

    /** Which life of which process. */
    public Incarnation incarnation() {
        return incarnation;
    }

    /** The session that has recorded it; null if the recording does not say. */
    public @Nullable RecordedSession session() {
        return session;
    }

    /** Returns the identity of the process; null if the recorder did not know it. */
    public @Nullable ProcessIdentity identity() {
        synchronized (recordedSchemas) {
            if (identity == null) {
                describer.accept(this);
            }
            return identity;
        }
    }

    /** The schemas that the process had registered: records name theirs by its index. */
    public List<RegisteredSchema> schemas() {
        return schemas;
    }

    /**
     * A schema that the process had registered.
     *
     * @param index by which records name it
     * @return null if the recording does not describe it, or not yet
     */
    public @Nullable RegisteredSchema schema(final int index) {
        synchronized (recordedSchemas) {
            if (index >= schemas.size()) {
                describer.accept(this);
            }
            return index < schemas.size() ? schemas.get(index) : null;
        }
    }

    /** Returns the attachment of the reader's user; null if there is none. */
    public @Nullable Object attachment() {
        return attachment;
    }

    /**
     * Attach what the reader's user knows of the process.
     *
     * @param object any
     */
    public void attach(final Object object) {
        attachment = object;
    }

    /** Names of its threads, as far as they were read. For the thread that reads. */
    public ThreadNames threadNames() {
        return threadNames;
    }

    void session(final RecordedSession recorded) {
        session = recorded;
    }

    /** A schema that the process has registered; null if the recording does not hold it, or not yet. */
    public @Nullable ProviderSchema schema(final SchemaFileName name) {
        return recordedSchemas.schema(name);
    }

    /** Names that the process has published for a provider, up to where was read. */
    public Supplier<PublishedNames> published(final UUID providerId) {
        return recordedSchemas.published(providerId, incarnation);
    }

    /**
     * Add what an excerpt says. One that was written while the process's page was missing may give less than before.
     */
    void describe(final @Nullable ProcessIdentity as, final List<SchemaFileName> names) {
        if (as != null) {
            identity = as;
        }
        if (names.size() < schemas.size()) {
            return;
        }
        final List<RegisteredSchema> registered = new ArrayList<>();
        for (final SchemaFileName name : names) {
            registered.add(new RegisteredSchema(registered.size(), name.providerId(), name.contentHash(), 0));
        }
        schemas = registered;
    }
}
