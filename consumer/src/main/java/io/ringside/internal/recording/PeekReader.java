package io.ringside.internal.recording;

import io.ringside.internal.drain.DrainedProcess;
import io.ringside.internal.drain.PeekBounds;
import io.ringside.internal.drain.PeekSink;
import io.ringside.internal.drain.SessionPeek;
import io.ringside.internal.files.FileNames.SchemaFileName;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.lane.LaneGap;
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
import org.agrona.DirectBuffer;
import org.agrona.ExpandableDirectByteBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Reads a session beside its drain, as if it were its recording: what was read may wait for its turn in an order of
 * time. Not thread-safe.
 */
public final class PeekReader implements RecordInput {
    private final SessionPeek peek;
    private final RecordedSession session;
    private final SchemaLookup schemas;
    private final NanoClock clock;
    private final Watermark watermark;
    private final PeekBounds bounds;
    private final ExcerptPool excerpts = new ExcerptPool();
    private final Sink sink = new Sink();
    private long watermarkTicks = Long.MIN_VALUE;
    private long behind;
    private long missing;
    private boolean begun;

    /**
     * Read a session.
     *
     * @param peek            of the session
     * @param session         its facts
     * @param schemas         finds schemas and published names
     * @param clock           the session's, in ticks
     * @param reorderWindowNs longest time that events wait for those of threads that are stopped within a write
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

    /** Read at most a block of each lane. */
    @Override
    public boolean poll(final RecordingHandler handler) {
        if (!begun) {
            begun = true;
            handler.onSession(session);
        }
        // Before anything of a lane is read: what an idle lane writes next is not older.
        final long nowTicks = clock.nanoTime();
        watermark.begin(nowTicks);
        sink.handler = handler;
        final boolean found = peek.poll(sink);
        sink.handOut();
        if (found) {
            handler.onBatch(0, 0);
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
    public @Nullable ExcerptPlace place() {
        return null;
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
    public long damages() {
        return 0;
    }

    /** A lane says of each of its events what became of it. */
    @Override
    public Long damagedEvents() {
        return 0L;
    }

    /** It has no end. */
    @Override
    public boolean isCutOff(final RecordingHandler handler) {
        return false;
    }

    @Override
    public long filtered() {
        return 0;
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
        final RecordedProcess created = new RecordedProcess(process.incarnation(), session, new Described(process),
                process.threadNames());
        process.attach(created);
        return created;
    }

    /** Describes a process by its page, as it is or was read last. */
    private final class Described implements RecordedSchemas {
        private final DrainedProcess described;

        Described(final DrainedProcess described) {
            this.described = described;
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
        public void describe(final RecordedProcess process) {
            final List<SchemaFileName> names = new ArrayList<>();
            for (final RegisteredSchema schema : described.schemas()) {
                names.add(new SchemaFileName(schema.providerId(), schema.contentHash()));
            }
            process.describe(described.identity(), names);
        }
    }

    private final class Sink implements PeekSink {
        private final RecordedBatch ownBatch = new RecordedBatch();
        private ExcerptBytes excerpt = excerpts.next();
        private @Nullable RecordedBatch batch;
        private @Nullable RecordingHandler handler;

        @Override
        public MutableDirectBuffer room(final int length) {
            handOut();
            excerpt = excerpts.next();
            final ExpandableDirectByteBuffer buffer = excerpt.buffer();
            buffer.checkLimit(length);
            return buffer;
        }

        @Override
        public void onRecords(final DrainedProcess process, final int lane, final DirectBuffer buffer,
                final int offset, final int lastOffset, final int end, final long ownerThreadId) {
            batch(process, lane, buffer).onRecords(buffer, offset, lastOffset, end, ownerThreadId);
        }

        @Override
        public void onGap(final DrainedProcess process, final int lane, final LaneGap gap, final long ownerThreadId) {
            behind += gap.behind();
            missing += gap.missing();
            batch(process, lane, excerpt.buffer()).onGap(gap, ownerThreadId);
        }

        /** Returns the batch of a lane, which ends when another lane or other frames begin. */
        private RecordedBatch batch(final DrainedProcess process, final int lane, final DirectBuffer frames) {
            final RecordedBatch known = batch;
            if (known != null && known.process() == process.attachment() && known.lane() == lane) {
                return known;
            }
            handOut();
            final RecordedBatch given = Objects.requireNonNull(handler).nextBatch();
            final RecordedBatch next = given == null ? ownBatch : given;
            next.begin(recorded(process), lane, frames, excerpt);
            batch = next;
            return next;
        }

        void handOut() {
            final RecordedBatch ending = batch;
            batch = null;
            if (ending != null && ending.end()) {
                Objects.requireNonNull(handler).onFrames(ending);
            }
        }

        @Override
        public void onLanelessLoss(final DrainedProcess process, final LossCause cause, final long count,
                final long firstTimeTicks, final long lastTimeTicks) {
            handOut();
            Objects.requireNonNull(handler).onLanelessLoss(recorded(process), cause, count, firstTimeTicks,
                    lastTimeTicks);
        }
    }
}
