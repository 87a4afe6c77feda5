package io.ringside.internal.recording;

import io.ringside.RingsideException;
import io.ringside.internal.drain.DrainedProcess;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.FileNames.NamesFileName;
import io.ringside.internal.files.FileNames.SchemaFileName;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.KillPoint;
import io.ringside.internal.registry.RegisteredSchema;
import io.ringside.internal.registry.SchemaFile;
import io.ringside.internal.registry.SchemaStore;
import io.ringside.internal.schema.SchemaEncoder;
import io.ringside.schema.PublishedNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.SystemNanoClock;

/**
 * Descriptions of session, processes and schemas in a file of a recording. They precede the events that need them; if
 * they cannot be read then, they follow as soon as possible. Not thread-safe.
 */
public final class Descriptions {
    private static final long RETRY_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    private final RecordedSession session;
    private final SchemaStore store;
    private final ErrorHandler errorHandler;
    private final Map<Incarnation, Integer> schemaCounts = new HashMap<>();
    private final Set<SchemaFileName> schemas = new HashSet<>();
    /** Schemas still to be written, in any file. */
    private final Set<SchemaFileName> unreadable = new HashSet<>();
    /** Processes still to be described, in any file. */
    private final Set<Incarnation> undescribed = new HashSet<>();
    /** Providers with fields whose value names are published. */
    private final Set<UUID> named = new HashSet<>();
    private final List<Published> published = new ArrayList<>();
    private long retryNs;
    private boolean begun;

    /** Published names of a process and provider, and how many of them are in the file. */
    private static final class Published {
        private final NamesFileName of;
        private final Supplier<PublishedNames> names;
        private int written;

        Published(final NamesFileName of, final Supplier<PublishedNames> names) {
            this.of = of;
            this.names = names;
        }
    }

    public Descriptions(final RecordedSession session, final SchemaStore store, final ErrorHandler errorHandler) {
        this.session = session;
        this.store = store;
        this.errorHandler = errorHandler;
    }

    /** Returns whether the file has any content yet. */
    boolean isBegun() {
        return begun;
    }

    /** Begins a new file, which has no descriptions yet. */
    void forget() {
        begun = false;
        schemaCounts.clear();
        schemas.clear();
        published.forEach(each -> each.written = 0);
    }

    /**
     * Write the descriptions that the file does not contain yet.
     *
     * @param processes all processes that may have events
     * @param nowNs     monotonic time in nanoseconds
     * @param encoder   encoder to write with
     * @param excerpts  appends the encoder's excerpt, given its length
     */
    public void write(final List<DrainedProcess> processes, final long nowNs, final ExcerptEncoder encoder,
            final IntConsumer excerpts) {
        if (!begun) {
            excerpts.accept(encoder.session(session));
            begun = true;
            if (KillPoint.ARMED) {
                KillPoint.RECORD_ROLL_BEGUN.reached();
            }
        }
        // This runs before every batch, and an iterator would allocate each time.
        for (int i = 0; i < processes.size(); i++) {
            final DrainedProcess process = processes.get(i);
            final Integer known = schemaCounts.get(process.incarnation());
            if (known == null || process.schemaCount() > known) {
                final List<RegisteredSchema> registered = process.schemas();
                registered.forEach(schema -> write(schema, nowNs, encoder, excerpts));
                registered.forEach(schema -> addNames(schema, process.incarnation()));
                excerpts.accept(encoder.process(process.incarnation(), process.identity(), registered));
                schemaCounts.put(process.incarnation(), registered.size());
                forgetNamesOfOthers(processes);
                if (registered.isEmpty()) {
                    undescribed.add(process.incarnation());
                } else {
                    undescribed.remove(process.incarnation());
                }
            }
        }
        writeNames(encoder, excerpts);
        if (isRetryDue(nowNs)) {
            retryNs = nowNs + RETRY_INTERVAL_NS;
            List.copyOf(unreadable).forEach(name -> write(name, encoder, excerpts));
        }
    }

    /** Returns whether descriptions can be written now that could not be read when their events were recorded. */
    boolean areLate(final List<DrainedProcess> processes, final long nowNs) {
        if (isRetryDue(nowNs)) {
            return true;
        }
        if (!undescribed.isEmpty()) {
            for (final DrainedProcess process : processes) {
                if (undescribed.contains(process.incarnation()) && process.schemaCount() > 0) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Retries unreadable descriptions now, because nothing is written later. */
    void retry(final long nowNs) {
        retryNs = nowNs;
    }

    private void addNames(final RegisteredSchema schema, final Incarnation process) {
        final NamesFileName of = new NamesFileName(schema.providerId(), process);
        if (published.stream().noneMatch(each -> each.of.equals(of))) {
            published.add(new Published(of,
                    store.published(of.providerId(), process, SystemNanoClock.INSTANCE, errorHandler)));
        }
    }

    /** Forgets the published names of ended processes once they are written: later files have no events of them. */
    private void forgetNamesOfOthers(final List<DrainedProcess> processes) {
        published.removeIf(each -> each.names.get().size() == each.written
                && processes.stream().noneMatch(process -> process.incarnation().equals(each.of.incarnation())));
    }

    /** Writes new published names. Called after taking frames, so all names published before them are present. */
    private void writeNames(final ExcerptEncoder encoder, final IntConsumer excerpts) {
        for (int i = 0; i < published.size() && !named.isEmpty(); i++) {
            final Published each = published.get(i);
            if (named.contains(each.of.providerId())) {
                final PublishedNames names = each.names.get();
                if (names.size() > each.written) {
                    final List<PublishedNames.Entry> entries = names.entries(each.written);
                    encoder.names(each.of, entries, excerpts);
                    each.written += entries.size();
                }
            }
        }
    }

    private boolean isRetryDue(final long nowNs) {
        return !unreadable.isEmpty() && nowNs - retryNs >= 0;
    }

    private void write(final RegisteredSchema schema, final long nowNs, final ExcerptEncoder encoder,
            final IntConsumer excerpts) {
        final SchemaFileName name = new SchemaFileName(schema.providerId(), schema.contentHash());
        if (schemas.contains(name) || unreadable.contains(name)) {
            return;
        }
        if (unreadable.isEmpty()) {
            retryNs = nowNs + RETRY_INTERVAL_NS;
        }
        write(name, encoder, excerpts);
    }

    private void write(final SchemaFileName name, final ExcerptEncoder encoder, final IntConsumer excerpts) {
        try (SchemaFile file = store.open(name, Access.READ_ONLY)) {
            excerpts.accept(encoder.schema(name, SchemaEncoder.encode(file.schema())));
            schemas.add(name);
            if (file.schema().hasPublishedNames()) {
                named.add(name.providerId());
            }
            unreadable.remove(name);
        } catch (final RingsideException e) {
            // Its events are recorded as bytes. Reading is retried, because the process re-creates a lost file.
            if (unreadable.add(name)) {
                errorHandler.onError(e);
            }
        }
    }
}
