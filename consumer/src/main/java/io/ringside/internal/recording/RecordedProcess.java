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
 * A process as described by a recording. One object represents the process during the lifetime of the reader. Not
 * thread-safe, except that threads sharing the events of a reader may read identity and schemas.
 */
public final class RecordedProcess {
    private final Incarnation incarnation;
    private final SchemaLookup recordedSchemas;
    /** Describes the process as far as possible when too little of it was read. */
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

    /** Returns the incarnation of the process. */
    public Incarnation incarnation() {
        return incarnation;
    }

    /** Returns the session of the recording; null if the recording does not contain it. */
    public @Nullable RecordedSession session() {
        return session;
    }

    /** Returns the identity of the process; null if its recorder could not read it. */
    public @Nullable ProcessIdentity identity() {
        synchronized (recordedSchemas) {
            if (identity == null) {
                describer.accept(this);
            }
            return identity;
        }
    }

    /** Returns the schemas that the process had registered, by the index that records contain. */
    public List<RegisteredSchema> schemas() {
        return schemas;
    }

    /**
     * Returns a schema that the process had registered.
     *
     * @param index index of the schema in records
     * @return the schema; null if the recording does not describe it, or not yet
     */
    public @Nullable RegisteredSchema schema(final int index) {
        synchronized (recordedSchemas) {
            if (index >= schemas.size()) {
                describer.accept(this);
            }
            return index < schemas.size() ? schemas.get(index) : null;
        }
    }

    /** Returns the object attached by the reader's user; null if there is none. */
    public @Nullable Object attachment() {
        return attachment;
    }

    /**
     * Attach data of the reader's user.
     *
     * @param object any object
     */
    public void attach(final Object object) {
        attachment = object;
    }

    /** Returns the names of its threads read so far. For the reading thread. */
    public ThreadNames threadNames() {
        return threadNames;
    }

    void session(final RecordedSession recorded) {
        session = recorded;
    }

    /** Returns a schema that the process has registered; null if the recording does not contain it, or not yet. */
    public @Nullable ProviderSchema schema(final SchemaFileName name) {
        return recordedSchemas.schema(name);
    }

    /** Returns the names that the process has published for a provider, as read so far. */
    public Supplier<PublishedNames> published(final UUID providerId) {
        return recordedSchemas.published(providerId, incarnation);
    }

    /**
     * Add a description. An excerpt written while the process's page was missing may contain less than an earlier one.
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
