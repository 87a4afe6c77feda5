package io.ringside.internal.recording;

import io.ringside.internal.drain.DrainedProcess;
import io.ringside.internal.drain.SessionPeek;
import io.ringside.internal.files.FileNames.SchemaFileName;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.lane.Batch;
import io.ringside.internal.merge.Watermark;
import io.ringside.internal.registry.RegisteredSchema;
import io.ringside.recording.RecordingPosition;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.PublishedNames;
import io.ringside.session.LossCause;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Reads a session without taking its events, as if it were its own recording: events that were read may wait for their
 * turn in an order of time. Not thread-safe.
 */
public final class PeekReader implements RecordInput {
    private final SessionPeek peek;
    private final RecordedSession session;
    private final SchemaLookup schemas;
    private final NanoClock clock;
    private final Watermark watermark;
    private final SessionPeek.Bounds bounds;
    private final ExcerptBytes.Pool excerpts = new ExcerptBytes.Pool();
    private final Sink sink = new Sink();
    private long watermarkTicks = Long.MIN_VALUE;
    private long behind;
    private long missing;
    private boolean begun;

    /**
     * Creates a reader of a session.
     *
     * @param peek            access to the session
     * @param session         the session's data
     * @param schemas         finds schemas and published names
     * @param clock           the session's clock, in ticks
     * @param reorderWindowNs maximum time that events wait for those of threads suspended within a write
     */
    public PeekReader(final SessionPeek peek, final RecordedSession session,
            final SchemaLookup schemas, final NanoClock clock, final long reorderWindowNs) {
        this.peek = peek;
        this.session = session;
        this.schemas = schemas;
        this.clock = clock;
        this.watermark = new Watermark(reorderWindowNs);
        this.bounds = watermark::observe;
    }

    /** Read at most one block of each lane. */
    @Override
    public boolean poll(final RecordingHandler handler, final RecordedBatches batches) {
        if (!begun) {
            begun = true;
            handler.onSession(session);
        }
        // The clock is read before any lane, so the next event of an idle lane is not older.
        final long nowTicks = clock.nanoTime();
        watermark.begin(nowTicks);
        sink.handler = handler;
        sink.batches = batches;
        final boolean found = peek.poll(sink);
        if (found) {
            batches.onExcerpt(0, 0, null);
        }
        if (peek.bound(bounds, nowTicks)) {
            watermarkTicks = watermark.end();
        }
        return found;
    }

    @Override
    public void skipToEnd(final RecordingHandler handler) {
        throw new IllegalStateException("only a recording can be read from its end: session=" + session.name());
    }

    @Override
    public void skipTo(final RecordingPosition position, final RecordingHandler handler) {
        throw new IllegalStateException("only a recording has positions: session=" + session.name());
    }

    @Override
    public RecordedSession session() {
        return session;
    }

    @Override
    public @Nullable ProviderSchema schema(final SchemaFileName name) {
        return schemas.schema(name);
    }

    @Override
    public Supplier<PublishedNames> published(final UUID providerId, final Incarnation process) {
        return schemas.published(providerId, process);
    }

    @Override
    public long watermarkTicks() {
        return watermarkTicks;
    }

    @Override
    public boolean hasEnded() {
        return peek.hasEnded();
    }

    @Override
    public boolean hasBeenRead() {
        return begun && peek.haveLanesBeenEmpty();
    }

    @Override
    public void scanSoon() {
        peek.scanSoon();
    }

    @Override
    public long takenElsewhere() {
        return missing;
    }

    @Override
    public long behind() {
        return behind;
    }

    @Override
    public void close() {
        peek.close();
    }

    private RecordedProcess recorded(final DrainedProcess process) {
        if (process.attachment() instanceof RecordedProcess known) {
            return known;
        }
        final RecordedProcess created = new RecordedProcess(process.incarnation(), session, schemas,
                recorded -> describe(recorded, process), process.threadNames());
        process.attach(created);
        return created;
    }

    /** Describes a process from its page, as it is now or as it was read last. */
    private static void describe(final RecordedProcess recorded, final DrainedProcess process) {
        final List<SchemaFileName> names = new ArrayList<>();
        for (final RegisteredSchema schema : process.schemas()) {
            names.add(new SchemaFileName(schema.providerId(), schema.contentHash()));
        }
        recorded.describe(process.identity(), names);
    }

    private final class Sink implements SessionPeek.Sink {
        /** Prepared batch, kept until it is used, because most polled lanes are empty. */
        private @Nullable RecordedBatch prepared;
        private ExcerptBytes excerpt = excerpts.next();
        private @Nullable RecordingHandler handler;
        private @Nullable RecordedBatches batches;

        @Override
        public Batch batch(final DrainedProcess process, final int lane) {
            RecordedBatch next = prepared;
            if (next == null) {
                next = Objects.requireNonNull(batches).nextBatch();
                prepared = next;
                excerpt = excerpts.next();
            }
            next.prepare(recorded(process), lane, excerpt);
            return next;
        }

        @Override
        public void onBatch(final DrainedProcess process, final int lane, final Batch batch) {
            batch.forEachGap((gap, owner) -> {
                behind += gap.behind();
                missing += gap.missing();
            });
            final RecordedBatch filled = Objects.requireNonNull(prepared);
            prepared = null;
            Objects.requireNonNull(batches).onFrames(filled);
        }

        @Override
        public void onLanelessLoss(final DrainedProcess process, final LossCause cause, final long count,
                final long firstTimeTicks, final long lastTimeTicks) {
            Objects.requireNonNull(handler).onLanelessLoss(recorded(process), cause, count, firstTimeTicks,
                    lastTimeTicks);
        }
    }
}
