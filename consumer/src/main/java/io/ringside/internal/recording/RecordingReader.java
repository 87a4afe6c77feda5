package io.ringside.internal.recording;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.FileNames.NamesFileName;
import io.ringside.internal.files.FileNames.SchemaFileName;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.lane.FrameWalker;
import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.queue.QueueReader;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.registry.NameEntries;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.schema.SchemaDecoder;
import io.ringside.recording.RecordingPosition;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.PublishedNames;
import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a recording, excerpt by excerpt, also while it is being recorded. Memory: one excerpt, the excerpts that a
 * merge still holds, and a few hundred bytes per lane and process. Not thread-safe.
 */
public final class RecordingReader implements RecordInput {
    private static final Incarnation UNKNOWN_PROCESS = new Incarnation(0, 0);
    private static final long NULL_THREAD_ID = 0;

    private final Path folder;
    private final QueueReader queue;
    private final ExcerptDecoder decoder = new ExcerptDecoder();
    private final ExcerptBytes.Pool excerpts = new ExcerptBytes.Pool();
    private final Map<SchemaFileName, ProviderSchema> schemas = new HashMap<>();
    /** Published names by provider and process. Other threads may access them while they are read. */
    private final Map<NamesFileName, PublishedNames> published = new ConcurrentHashMap<>();
    private final List<ReadSession> sessions = new ArrayList<>();
    private final Visitor visitor = new Visitor();
    private final ExcerptPlace place = new ExcerptPlace();
    private ReadSession current = new ReadSession(this, this::describe);
    private long elsewhere;
    private long filtered;
    private long damages;
    /** Description of the first damage, for a summary; null if there was none. */
    private @Nullable String firstDamage;
    /** Number of events in damaged places, as far as later excerpts count them. */
    private long damagedEvents;
    /** Number of damaged places up to the last count of events. */
    private long damagesCounted;
    private boolean ended;
    /** Whether the excerpt read last is the end mark. */
    private boolean marked;
    private boolean atEnd;
    private boolean filesMissed;
    /** Number of events before the first one read, counted by the recording; -1 if the receiver's count applies. */
    private long eventsBefore = -1;
    private long eventsRead;
    /** Number of events that the recorder has written and that are missing between chunks of lanes. */
    private long eventsMissed;
    /** Number of reported missing events that no lane shows. */
    private long missingReported;

    /** Later descriptions, read once when one is missing. Everything after that is read in its turn. */
    private @Nullable LaterDescriptions later;

    private RecordingReader(final Path folder, final QueueReader queue) {
        this.folder = folder;
        this.queue = queue;
        sessions.add(current);
    }

    /**
     * Open a recording at its beginning.
     *
     * @param folder folder of the recording
     * @return the reader
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if the folder contains no recording, or {@link
     *                           ErrorCode#ACCESS_DENIED} if it, or a file of it, may not be read
     */
    public static RecordingReader open(final Path folder) {
        return new RecordingReader(folder, QueueReader.open(folder, ExcerptDescriptor.MARK));
    }

    /**
     * Read one excerpt.
     *
     * @param handler receives everything except batches
     * @param batches receives batches
     * @return false if there is no excerpt yet
     * @throws RingsideException if the files are damaged so that reading cannot continue
     */
    @Override
    public boolean poll(final RecordingHandler handler, final RecordedBatches batches) {
        visitor.handler = handler;
        visitor.batches = batches;
        return read(handler);
    }

    /** Reads one excerpt. Problems are reported to the handler; if it is null, stored for a summary. */
    private boolean read(final @Nullable RecordingHandler problems) {
        final long missed = queue.filesMissed();
        final ExcerptBytes excerpt = excerpts.next();
        final boolean found = queue.next(excerpt.buffer());
        tellDamage(problems);
        if (!found) {
            atEnd = true;
            return false;
        }
        filesMissed |= queue.filesMissed() != missed;
        marked = false;
        visitor.batchEvents = Visitor.NO_BATCH;
        visitor.losesMore = false;
        visitor.excerpt = excerpt;
        final int kind = ExcerptDecoder.kind(excerpt.buffer(), queue.length());
        final RecordedBatches batches = visitor.batches;
        if (batches != null && kind != ExcerptDescriptor.KIND_BATCH
                && kind != ExcerptDescriptor.KIND_CHECKPOINT) {
            batches.settle();
        }
        try {
            decoder.decode(excerpt.buffer(), queue.length(), visitor);
            place.excerpt(queue, excerpt.buffer());
        } catch (final RingsideException | IndexOutOfBoundsException e) {
            damaged(problems, "recording is damaged, an excerpt was skipped: file=" + queue.path() + ", position="
                    + queue.position() + ", bytes=" + queue.length() + ", reason=", String.valueOf(e.getMessage()));
        }
        final RecordedSession recorded = current.session();
        if (visitor.handler != null && visitor.losesMore && recorded != null) {
            visitor.handler.onSessionLosses(recorded, current.losses().counts());
        }
        if (batches != null && visitor.batchEvents != Visitor.NO_BATCH) {
            batches.onExcerpt(queue.length(), visitor.batchEvents, place);
        }
        atEnd = ended && !queue.hasNext();
        tellDamage(problems);
        return true;
    }

    private void tellDamage(final @Nullable RecordingHandler problems) {
        for (QueueReader.Damage damage = queue.pollDamage(); damage != null; damage = queue.pollDamage()) {
            damaged(problems, "recording is damaged, reading continues after it: ", damage.toString());
        }
    }

    private void damaged(final @Nullable RecordingHandler problems, final String what, final String reason) {
        damages++;
        if (problems != null) {
            problems.onProblem(what + reason);
        } else {
            firstDamage = firstDamage == null ? reason : firstDamage;
            // The end that an excerpt announced does not count if damage follows it.
            ended = false;
        }
    }

    /** Read everything once, without delivering anything: see {@link RecordingSummary#read}. */
    RecordingSummary summary() {
        visitor.passBy();
        long batches = 0;
        long events = 0;
        while (readAny()) {
            batches += visitor.batchEvents == Visitor.NO_BATCH ? 0 : 1;
            events += Math.max(visitor.batchEvents, 0);
        }
        final RecordedSession first = sessions.get(0).session();
        if (first == null) {
            throw new RingsideException(ErrorCode.CORRUPT, "recording contains no session: path=" + folder
                    + ", reason=" + Objects.requireNonNullElse(firstDamage, "it is empty")
                    + ": restore intact files");
        }
        final LossCounts lost = sessions.stream().map(each -> each.losses().counts())
                .reduce(LossCounts.NONE, LossCounts::plus);
        final long discardedInGaps = sessions.stream().mapToLong(each -> each.losses().discardedInGaps()).sum();
        return new RecordingSummary(first, batches, events, lost, discardedInGaps, visitor.endNs, ended);
    }

    /** Reads an excerpt. Also returns false if reading cannot continue, which is reported when the events are read. */
    private boolean readAny() {
        try {
            return read(null);
        } catch (final RingsideException e) {
            return false;
        }
    }

    /**
     * Skip everything available now, and continue with later excerpts. Schemas, processes and attempt numbers are read
     * anyway.
     *
     * @param handler receives damage, and nothing else
     */
    @Override
    public void skipToEnd(final RecordingHandler handler) {
        visitor.passBy();
        eventsBefore = RecordingOrigin.counts(folder).events();
        while (read(handler)) {
            assert visitor.handler == null;
        }
    }

    /**
     * Skip everything up to a position, and continue after it.
     *
     * @param position position in this recording
     * @param handler  receives damage, and nothing else
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if its file was removed, {@link ErrorCode#CORRUPT} if
     *                           the recording was changed since, or {@link ErrorCode#INVALID_ARGUMENT} if the position
     *                           belongs to another recording
     */
    @Override
    public void skipTo(final RecordingPosition position, final RecordingHandler handler) {
        visitor.passBy();
        final long gone = place.seek(folder, queue, () -> read(handler), position);
        if (gone != ExcerptPlace.FOUND) {
            throw new RingsideException(ErrorCode.NOT_FOUND, "position of the recording is gone with its file: path="
                    + folder + ", position=" + position + ", lostEvents=" + gone
                    + ": read the recording from its beginning");
        }
        eventsBefore = position.events();
    }

    /** Returns the position of the excerpt read last. */
    @Override
    public ExcerptPlace place() {
        return place;
    }

    /** Returns the current session; null before the first excerpt. A recording may contain several. */
    @Override
    public @Nullable RecordedSession session() {
        return current.session();
    }

    /**
     * Returns a schema; null if the recording does not contain it. If it is described later, the rest of the recording
     * is searched once. Also for threads that share the events of this reader, while it reads no description.
     */
    @Override
    public synchronized @Nullable ProviderSchema schema(final SchemaFileName name) {
        final ProviderSchema known = schemas.get(name);
        if (known != null || later != null) {
            return known;
        }
        later();
        return schemas.get(name);
    }

    private synchronized void describe(final RecordedProcess process) {
        later().describe(process);
    }

    /** Returns the published names of a process read so far. Its recorder writes them before events that need them. */
    @Override
    public Supplier<PublishedNames> published(final UUID providerId, final Incarnation process) {
        final PublishedNames all = names(new NamesFileName(providerId, process));
        return () -> all;
    }

    private PublishedNames names(final NamesFileName of) {
        return published.computeIfAbsent(of, each -> new PublishedNames(() -> {
            // The first name of a thread also applies to earlier events.
            synchronized (this) {
                later();
            }
        }));
    }

    /** Returns a time that no event recorded after the last batch precedes, except late ones, in session ticks. */
    @Override
    public long watermarkTicks() {
        return current.watermarkTicks();
    }

    /**
     * Returns the number of the session's events and losses that are missing between two chunks of a lane: another
     * drain has taken them between two recorders, or they were in a damaged excerpt or a removed file.
     */
    @Override
    public long takenElsewhere() {
        return elsewhere;
    }

    /** Returns the number of events left out when the recording was written from others; neither lost nor missing. */
    @Override
    public long filtered() {
        return filtered;
    }

    /** Returns the number of damaged places in the part read so far. Their content may be missing. */
    @Override
    public long damages() {
        return damages;
    }

    @Override
    public @Nullable Long damagedEvents() {
        return damages == damagesCounted ? damagedEvents : null;
    }

    @Override
    public boolean isCutOff(final RecordingHandler handler) {
        // The lock is checked first, because its holder may have written the end just before releasing it.
        final boolean isCutOff = atEnd && !marked && !RecordingFolder.isWritten(folder) && !queue.hasNext();
        if (isCutOff) {
            handler.onProblem("recording has no end, or its recorder was killed: path=" + folder + ", lastFile="
                    + queue.path().getFileName() + ", unreadBytes=" + queue.restBytes()
                    + ": an unknown number of events may be missing after the last one; restore missing files, or "
                    + "continue the recording while its session runs");
        }
        return isCutOff;
    }

    /** Reports the missing events that the receiver counts, but that are not missing between two chunks of a lane. */
    @Override
    public void deliverMissing(final RecordingHandler handler) {
        final RecordingOrigin.Counts counts = RecordingOrigin.counts(folder);
        final long before = eventsBefore < 0 ? counts.before() : eventsBefore;
        final long missing = Math.min(counts.lost(), counts.events() - before - eventsRead) - eventsMissed
                - missingReported;
        if (counts.lost() > 0 && missing > 0 && current.session() != null) {
            missingReported += missing;
            elsewhere += missing;
            handler.onGap(process(UNKNOWN_PROCESS), 0, LaneGap.ofMissing(missing), NULL_THREAD_ID);
        }
    }

    /** Returns whether the recording was read to the end of its last session, so that nothing more will follow. */
    @Override
    public boolean hasEnded() {
        return ended && atEnd;
    }

    @Override
    public void close() {
        queue.close();
    }

    private RecordedProcess process(final Incarnation incarnation) {
        return current.process(incarnation);
    }

    private ReadSession stateOf(final RecordedSession recorded) {
        for (final ReadSession known : sessions) {
            if (known.isOf(recorded)) {
                return known;
            }
        }
        final ReadSession created = new ReadSession(this, this::describe);
        sessions.add(created);
        return created;
    }

    private LaterDescriptions later() {
        LaterDescriptions known = later;
        if (known == null) {
            known = new LaterDescriptions();
            later = known;
            known.read(folder, queue.file(), visitor);
        }
        return known;
    }

    /** Receives decoded excerpts, and checks them against earlier ones. */
    private final class Visitor implements ExcerptVisitor {
        private static final long NO_BATCH = -1;
        private static final DirectBuffer NO_FRAMES = new UnsafeBuffer(0, 0);

        private final Checkpoint state = new Checkpoint();
        private final Checkpoint first = new Checkpoint();
        private final Checkpoint behind = new Checkpoint();
        private final Checkpoint gapFrom = new Checkpoint();
        private final Checkpoint gapTo = new Checkpoint();
        /** Both are null while the reader skips, so that nothing is delivered. */
        private @Nullable RecordingHandler handler;
        private @Nullable RecordedBatches batches;
        /** Walks frames of the session; null before the first session. */
        private @Nullable FrameWalker walker;
        private @Nullable KeptEntries keptEntries;
        private final RecordedBatch ownBatch = new RecordedBatch();
        private RecordedBatch batch = ownBatch;
        private @Nullable ExcerptBytes excerpt;
        private int blockBytes;
        private long batchEvents = NO_BATCH;
        private long endNs = RecordingSummary.NULL_END_NS;
        /** Whether current gaps are those of kept records, whose losses are recorded only there. */
        private boolean isKept;
        private boolean losesMore;
        /** Created once, because a method reference would allocate for each batch. */
        private final ObjLongConsumer<LaneGap> counting = this::countGap;

        private void passBy() {
            handler = null;
            batches = null;
        }

        @Override
        public void onSession(final RecordedSession recorded) {
            ended = false;
            final LaneGeometry geometry = recorded.requireGeometry();
            current = stateOf(recorded);
            current.session(recorded);
            walker = new FrameWalker(geometry);
            keptEntries = new KeptEntries(geometry.maxRecordBytes());
            blockBytes = geometry.blockBytes();
            if (handler != null) {
                handler.onSession(recorded);
            }
        }

        @Override
        public void onRecording(final UUID id, final long events) {
            if (id.equals(place.recordingId())) {
                count(events);
            }
            place.recording(id, events);
        }

        @Override
        public void onEnd(final ClockPair now, final long events, final LossCounts lost) {
            marked = true;
            if (place.recordingId() != null) {
                count(events);
            }
        }

        /** Updates the recording's count of events up to here: events that were not read were in damaged places. */
        private void count(final long events) {
            if (damages > damagesCounted) {
                damagedEvents += Math.max(events - place.events(), 0);
            }
            damagesCounted = damages;
            place.counted(events);
        }

        @Override
        public void onProcess(final Incarnation incarnation, final @Nullable ProcessIdentity identity,
                final List<SchemaFileName> names) {
            process(incarnation).describe(identity, names);
        }

        @Override
        public void onSchema(final SchemaFileName name, final DirectBuffer buffer, final int offset,
                final int length) {
            if (!schemas.containsKey(name)) {
                try {
                    schemas.put(name, SchemaDecoder.decode(buffer, offset, length));
                } catch (final RingsideException e) {
                    throw new RingsideException(ErrorCode.CORRUPT, "schema is damaged: name=" + name, e);
                }
            }
        }

        @Override
        public void onNames(final NamesFileName of, final DirectBuffer buffer, final int offset, final int length) {
            NameEntries.decode(buffer, offset, offset + length, names(of));
        }

        @Override
        public void onCheckpoint(final ClockPair now, final boolean sessionEnded) {
            ended = sessionEnded;
            endNs = now.wallNs();
        }

        @Override
        public void onSessionLosses(final LossCounts total) {
            current.losses().set(total);
            losesMore = true;
        }

        @Override
        public void onBatch(final long ticks, final long events) {
            ended = false;
            current.watermarkTicks(ticks);
            batchEvents = Math.max(events, 0);
            eventsRead += handler == null ? 0 : batchEvents;
            place.batch(events);
            losesMore = true;
        }

        @Override
        public void onThreadName(final Incarnation incarnation, final long threadId, final DirectBuffer buffer,
                final int offset, final int length) {
            process(incarnation).threadNames().put(threadId, buffer, offset, length);
        }

        @Override
        public void onFrames(final Incarnation incarnation, final int laneIndex, final Checkpoint from,
                final Checkpoint to, final long numberLimit, final DirectBuffer frames) {
            isKept = false;
            current.losses().add(from, to);
            begin(incarnation, laneIndex, frames);
            try {
                if (follows(incarnation, laneIndex, from, to) && handler != null) {
                    replay(incarnation, from, to, numberLimit, frames.capacity());
                }
            } finally {
                handOut();
            }
        }

        private void replay(final Incarnation incarnation, final Checkpoint from, final Checkpoint to,
                final long numberLimit, final int length) {
            final FrameWalker frames = walker;
            if (frames == null || length > blockBytes) {
                throw new RingsideException(ErrorCode.CORRUPT, "frames without a session, or longer than a block: "
                        + "length=" + length);
            }
            state.set(from);
            frames.threadNames(process(incarnation).threadNames());
            frames.numberLimit(numberLimit);
            if (length > 0) {
                frames.walk(batch.bytes(), length, Integer.MAX_VALUE, state, batch);
            }
            if (state.nextNumber != to.nextNumber || state.delivered != to.delivered) {
                problem("frames do not match the recorder's count: nextNumber=" + state.nextNumber
                        + ", recorded=" + to.nextNumber + ": the difference is missing");
                missing(state, to);
            }
        }

        /** Begins a batch of a lane. Everything up to {@link #handOut} is added to it. */
        private void begin(final Incarnation incarnation, final int laneIndex, final DirectBuffer frames) {
            batch = batches == null ? ownBatch : batches.nextBatch();
            batch.prepare(process(incarnation), laneIndex, Objects.requireNonNull(excerpt));
            batch.begin(frames);
        }

        private void handOut() {
            if (batch.complete()) {
                batch.forEachGap(counting);
                if (batches != null) {
                    batches.onFrames(batch);
                }
            }
        }

        @Override
        public void onKept(final Incarnation incarnation, final int laneIndex, final long number, final long next,
                final long left, final DirectBuffer entries) {
            if (current.lane(incarnation, laneIndex) == null) {
                // Unlike lanes of a session, these are counted from the beginning.
                current.newLane(incarnation, laneIndex, first.set(new Checkpoint()));
            }
            first.nextNumber = number;
            behind.nextNumber = next;
            isKept = true;
            begin(incarnation, laneIndex, entries);
            try {
                if (follows(incarnation, laneIndex, first, behind)) {
                    kept(incarnation, laneIndex, number, next, left);
                }
            } finally {
                handOut();
            }
        }

        private void kept(final Incarnation incarnation, final int laneIndex, final long number, final long next,
                final long left) {
            filtered += left;
            final KeptEntries kept = keptEntries;
            if (kept == null) {
                return;
            }
            if (left > 0 && handler != null) {
                handler.onFiltered(process(incarnation), laneIndex, left);
            }
            try {
                kept.read(batch.bytes(), number, process(incarnation).threadNames(), batch);
            } catch (final RingsideException | IndexOutOfBoundsException e) {
                missingOfKept(number + kept.told() + left);
                throw e;
            }
            if (kept.told() + left != next - number) {
                problem("chunk does not match its writer's count: events=" + kept.told() + ", filtered="
                        + left + ", recorded=" + (next - number) + ": the difference is missing");
                missingOfKept(number + kept.told() + left);
            }
        }

        /** Reports the rest of a chunk of kept records, from a given number on, as missing: the outcome is unknown. */
        private void missingOfKept(final long number) {
            first.nextNumber = number;
            missing(first, behind);
        }

        @Override
        public void onLosses(final Incarnation incarnation, final int laneIndex, final Checkpoint from,
                final Checkpoint to, final long firstTimeTicks, final long lastTimeTicks) {
            isKept = false;
            current.losses().add(from, to);
            begin(incarnation, laneIndex, NO_FRAMES);
            if (follows(incarnation, laneIndex, from, to) && walker != null) {
                batch.addGap(from, to, firstTimeTicks, lastTimeTicks);
            }
            handOut();
        }

        @Override
        public void onLaneless(final Incarnation incarnation, final LossCause cause, final long count,
                final long total, final long firstTimeTicks, final long lastTimeTicks) {
            current.losses().add(cause, count);
            if (handler != null) {
                handler.onLanelessLoss(process(incarnation), cause, count, firstTimeTicks, lastTimeTicks);
            }
        }

        /** Counts the events missing in a gap, and the losses if it is a kept gap. */
        private void countGap(final LaneGap gap, final long ownerThreadId) {
            elsewhere += gap.missing();
            if (isKept) {
                current.losses().add(gap);
            }
        }

        /** Returns whether a chunk follows the part of its lane read so far. */
        private boolean follows(final Incarnation incarnation, final int laneIndex, final Checkpoint from,
                final Checkpoint to) {
            final boolean isDamaged = current.isDamaged(incarnation, laneIndex, damages);
            if (isDamaged && current.lane(incarnation, laneIndex) == null) {
                // The lane's first attempts may have been in the damaged part.
                current.newLane(incarnation, laneIndex, new Checkpoint());
            }
            final Checkpoint last = current.lane(incarnation, laneIndex);
            if (last == null) {
                current.newLane(incarnation, laneIndex, to);
                return true;
            }
            if (from.nextNumber < last.nextNumber) {
                problem("chunk begins before what was read of its lane: process=" + incarnation + ", lane="
                        + laneIndex + ", nextNumber=" + from.nextNumber + ", read=" + last.nextNumber
                        + ": it was skipped");
                return false;
            }
            final long missing = from.nextNumber - last.nextNumber;
            if (missing > 0 && filesMissed) {
                filesMissed = false;
                told("files of the recording were removed before they were read: reading continues with the oldest "
                        + "one: process=" + incarnation + ", lane=" + laneIndex + ", missing=" + missing);
            }
            countMissed(last, from);
            if (isDamaged && !isKept) {
                damaged(last, from);
            } else {
                missing(last, from);
            }
            last.set(to);
            return true;
        }

        /** Reports damaged events up to the checkpoint. Other missing events are reported with the next chunk. */
        @Override
        public void onLaneLedger(final Incarnation incarnation, final int laneIndex, final Checkpoint books) {
            final Checkpoint last = current.lane(incarnation, laneIndex);
            if (last == null) {
                current.newLane(incarnation, laneIndex, books);
            } else if (books.nextNumber > last.nextNumber && current.isDamaged(incarnation, laneIndex, damages)) {
                isKept = false;
                begin(incarnation, laneIndex, NO_FRAMES);
                countMissed(last, books);
                damaged(last, books);
                handOut();
                last.set(books);
            }
        }

        /** Counts missing events. Chunks of kept records count attempts only. */
        private void countMissed(final Checkpoint last, final Checkpoint next) {
            if (handler != null) {
                eventsMissed += Math.max(isKept ? next.nextNumber - last.nextNumber : next.delivered - last.delivered,
                        0);
            }
        }

        /** Reports the recorded events between two checkpoints of a lane as damaged. */
        private void damaged(final Checkpoint last, final Checkpoint next) {
            if (walker == null || next.nextNumber <= last.nextNumber) {
                missing(last, next);
                return;
            }
            final long events = Math.max(next.delivered - last.delivered, 0);
            current.losses().addDamaged(events);
            gapFrom.set(last);
            gapTo.set(next);
            gapTo.corrupt += events;
            batch.addGap(gapFrom, gapTo, 0, 0);
            gapFrom.set(new Checkpoint());
            gapTo.set(new Checkpoint());
        }

        /** Reports the events between two checkpoints of a lane as missing; their outcome is unknown. */
        private void missing(final Checkpoint last, final Checkpoint next) {
            if (next.nextNumber <= last.nextNumber) {
                return;
            }
            if (walker == null) {
                elsewhere += next.nextNumber - last.nextNumber;
                return;
            }
            gapFrom.nextNumber = last.nextNumber;
            gapFrom.ownerThreadId = last.ownerThreadId;
            gapTo.nextNumber = next.nextNumber;
            batch.addGap(gapFrom, gapTo, 0, 0);
        }

        private void problem(final String text) {
            damages++;
            told(text);
        }

        private void told(final String text) {
            if (handler != null) {
                handler.onProblem(text);
            }
        }
    }
}
