package io.ringside.internal.recording;

import io.ringside.internal.files.FileNames.NamesFileName;
import io.ringside.internal.files.FileNames.SchemaFileName;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.registry.RegisteredSchema;
import io.ringside.internal.schema.SchemaEncoder;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.PublishedNames;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** A process and its lanes, as described by a writer of recordings. Not thread-safe. */
final class WrittenProcess {
    private final Incarnation incarnation;
    private final List<RegisteredSchema> schemas = new ArrayList<>();
    private final Map<SchemaFileName, ProviderSchema> known = new HashMap<>();
    /** Published names by provider, with the number of them in the file. */
    private final Map<UUID, PublishedNames> names = new HashMap<>();
    private final Map<UUID, Integer> describedNames = new HashMap<>();
    private final Set<RecordedProcess> sources = Collections.newSetFromMap(new IdentityHashMap<>());
    private @Nullable RecordedProcess lastSource;
    private final Map<Integer, KeptLane> lanes = new HashMap<>();
    private @Nullable ProcessIdentity identity;
    /** Number of the process's schemas in the current file, and whether the process itself is described there. */
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

    /** Take over a source's description of the process; among several sources, the one with more schemas is used. */
    void update(final RecordedProcess process) {
        if (process != lastSource) {
            lastSource = process;
            sources.add(process);
        }
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
                if (schema.hasPublishedNames()) {
                    names.putIfAbsent(schema.id(), new PublishedNames());
                }
            }
        }
    }

    /** Returns the index of a schema in the table; adds it if it is missing. */
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

    /** Write the published names read from the sources that the file does not contain yet. */
    void describeNames(final ExcerptEncoder encoder, final IntConsumer excerpts) {
        names.forEach((providerId, all) -> {
            for (final RecordedProcess source : sources) {
                final PublishedNames read = source.published(providerId).get();
                if (read.size() > all.size()) {
                    // A process publishes in one order, so a source with more names has all names of the others.
                    read.entries(all.size()).forEach(all::add);
                }
            }
            final int described = describedNames.getOrDefault(providerId, 0);
            encoder.names(new NamesFileName(providerId, incarnation), all.entries(described), excerpts);
            describedNames.put(providerId, all.size());
        });
    }

    /** Returns whether the current file lacks a part of the description. */
    boolean isUndescribed() {
        return !described || describedSchemas < schemas.size();
    }

    void described(final boolean now) {
        described = now;
        describedSchemas = now ? schemas.size() : 0;
        if (!now) {
            describedNames.clear();
        }
    }

    static SchemaFileName nameOf(final RegisteredSchema entry) {
        return new SchemaFileName(entry.providerId(), entry.contentHash());
    }
}
