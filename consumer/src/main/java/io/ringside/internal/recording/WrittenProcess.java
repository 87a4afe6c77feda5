package io.ringside.internal.recording;

import io.ringside.internal.files.FileNames.SchemaFileName;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.registry.RegisteredSchema;
import io.ringside.internal.schema.SchemaEncoder;
import io.ringside.schema.ProviderSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A process as a writer of recordings describes it, and its lanes. Not thread-safe. */
final class WrittenProcess {
    private final Incarnation incarnation;
    private final List<RegisteredSchema> schemas = new ArrayList<>();
    private final Map<SchemaFileName, ProviderSchema> known = new HashMap<>();
    private final Map<Integer, KeptLane> lanes = new HashMap<>();
    private @Nullable ProcessIdentity identity;
    /** What the file that is written says of it. */
    private int describedSchemas;
    private boolean described;

    WrittenProcess(final Incarnation incarnation) {
        this.incarnation = incarnation;
    }

    Incarnation incarnation() {
        return incarnation;
    }

    List<RegisteredSchema> schemas() {
        return schemas;
    }

    @Nullable
    ProcessIdentity identity() {
        return identity;
    }

    void identity(final ProcessIdentity self) {
        identity = self;
    }

    KeptLane lane(final int index) {
        return lanes.computeIfAbsent(index, each -> new KeptLane(incarnation, each));
    }

    Iterable<KeptLane> lanes() {
        return lanes.values();
    }

    /** Take over what a source knows of it: of several, who knows more schemas. */
    void update(final RecordedProcess process) {
        if (identity == null) {
            identity = process.identity();
        }
        final List<RegisteredSchema> registered = process.schemas();
        for (int i = schemas.size(); i < registered.size(); i++) {
            final RegisteredSchema entry = registered.get(i);
            schemas.add(entry);
            final SchemaFileName name = nameOf(entry);
            final ProviderSchema schema = process.schema(name);
            if (schema != null) {
                known.put(name, schema);
            }
        }
    }

    /** Place in the table of schemas; one is added if it is not there yet. */
    int register(final ProviderSchema schema) {
        final SchemaFileName name = new SchemaFileName(schema.id(), schema.contentHash());
        if (known.putIfAbsent(name, schema) == null) {
            schemas.add(new RegisteredSchema(schemas.size(), schema.id(), schema.contentHash(), 0));
        }
        for (final RegisteredSchema entry : schemas) {
            if (nameOf(entry).equals(name)) {
                return entry.index();
            }
        }
        throw new IllegalStateException("schema was not registered: name=" + name);
    }

    byte[] encodedSchema(final SchemaFileName name) {
        return SchemaEncoder.encode(Objects.requireNonNull(known.get(name)));
    }

    boolean knows(final SchemaFileName name) {
        return known.containsKey(name);
    }

    /** Whether the file that is written does not give all of it. */
    boolean isUndescribed() {
        return !described || describedSchemas < schemas.size();
    }

    void described(final boolean now) {
        described = now;
        describedSchemas = now ? schemas.size() : 0;
    }

    static SchemaFileName nameOf(final RegisteredSchema entry) {
        return new SchemaFileName(entry.providerId(), entry.contentHash());
    }
}
