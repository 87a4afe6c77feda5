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
 * The descriptions of session, processes and schemas in a file of a recording: they precede their events, unless they
 * cannot be read then. In that case they follow as soon as they can be. Not thread-safe.
 */
public final class Descriptions {
    private static final long RETRY_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    private final RecordedSession session;
    private final SchemaStore store;
    private final ErrorHandler errorHandler;
    private final Map<Incarnation, Integer> schemaCounts = new HashMap<>();
    private final Set<SchemaFileName> schemas = new HashSet<>();
    /** Schemas that are still to be written, in whichever file. */
    private final Set<SchemaFileName> unreadable = new HashSet<>();
    /** Processes that are still to be described, in whichever file. */
    private final Set<Incarnation> undescribed = new HashSet<>();
    /** Providers with fields whose names are published. */
    private final Set<UUID> named = new HashSet<>();
    private final List<Published> published = new ArrayList<>();
    private long retryNs;
    private boolean begun;

    /** Names of a process and provider, and how many of them the file has. */
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

    /** Whether the file has anything yet. */
    boolean isBegun() {
        return begun;
    }

    /** A new file knows nothing. */
    void forget() {
        begun = false;
        schemaCounts.clear();
        schemas.clear();
        published.forEach(each -> each.written = 0);
    }

    /**
     * Write what the file does not know yet.
     *
     * @param processes all that may have events
     * @param nowNs     monotonic
     * @param encoder   to write with
     * @param excerpts  appends the encoder's excerpt of a length
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
        // Before every batch: by index, as an iterator would be another object each time.
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

    /** Whether something can be written now that could not be read when its events were recorded. */
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

    /** Nothing is written later: what could not be read is tried once more. */
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

    /** Forgets the names of processes that have gone, once they are written: a later file has no events of them. */
    private void forgetNamesOfOthers(final List<DrainedProcess> processes) {
        published.removeIf(each -> each.names.get().size() == each.written
                && processes.stream().noneMatch(process -> process.incarnation().equals(each.of.incarnation())));
    }

    /** After the frames were taken: what was published before they were written is there. */
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
            // Its events are recorded as bytes. The schema is tried again: the process makes a lost file again.
            if (unreadable.add(name)) {
                errorHandler.onError(e);
            }
        }
    }
}
