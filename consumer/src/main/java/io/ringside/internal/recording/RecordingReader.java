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
 * Reads a recording, excerpt by excerpt, also beside its recorder. Keeps one excerpt in memory, those that a
 * merge still waits for, and a few hundred bytes for each lane and process. Not thread-safe.
 */
public final class RecordingReader implements RecordInput {
    private static final Incarnation UNKNOWN_PROCESS = new Incarnation(0, 0);
    private static final long NULL_THREAD_ID = 0;

    private final Path folder;
    private final QueueReader queue;
    private final ExcerptDecoder decoder = new ExcerptDecoder();
    private final ExcerptBytes.Pool excerpts = new ExcerptBytes.Pool();
    private final Map<SchemaFileName, ProviderSchema> schemas = new HashMap<>();
    /** Names by provider and process, whose threads may ask for them while they are read. */
    private final Map<NamesFileName, PublishedNames> published = new ConcurrentHashMap<>();
    private final List<ReadSession> sessions = new ArrayList<>();
    private final Visitor visitor = new Visitor();
    private final ExcerptPlace place = new ExcerptPlace();
    private ReadSession current = new ReadSession(this, this::describe);
    private long elsewhere;
    private long filtered;
    private long damages;
    /** Reason of the first damage, for a summary; null if there was none. */
    private @Nullable String firstDamage;
    /** Events in places that are damaged, as far as later excerpts count them. */
    private long damagedEvents;
    /** When events were counted last. */
    private long damagesCounted;
    private boolean ended;
    /** Whether the last excerpt that was read is the end mark. */
    private boolean marked;
    private boolean atEnd;
    private boolean filesMissed;
    /** Events before the first one that is read, as the recording counts them; those of its receiver if it is -1. */
    private long eventsBefore = -1;
    private long eventsRead;
    /** Events that the recorder has written and that are missing between chunks of lanes. */
    private long eventsMissed;
    /** Events that are missing and that no lane shows, as far as they were reported. */
    private long missingReported;

    /** Read once, when something is missed: what comes after that is read in its turn. */
    private @Nullable LaterDescriptions later;

    private RecordingReader(final Path folder, final QueueReader queue) {
        this.folder = folder;
        this.queue = queue;
        sessions.add(current);
    }

    /**
     * Open a recording at its beginning.
     *
     * @param folder of the recording
     * @return the reader
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if the folder holds no recording, or
     *                           {@link ErrorCode#ACCESS_DENIED} if it, or a file of it, may not be read
     */
    public static RecordingReader open(final Path folder) {
        return new RecordingReader(folder, QueueReader.open(folder, ExcerptDescriptor.MARK));
    }

    /**
     * Read one excerpt.
     *
     * @param handler receives what it holds beside batches
     * @param batches receives these
     * @return false if there is none yet
     * @throws RingsideException if the files are damaged so that reading cannot continue
     */
    @Override
    public boolean poll(final RecordingHandler handler, final RecordedBatches batches) {
        visitor.handler = handler;
        visitor.batches = batches;
        return read(handler);
    }

    /** Problems are reported to a handler; null for a summary. */
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
            // An end does not count if something damaged follows it.
            ended = false;
        }
    }

    /** Read everything once, and hand out nothing: see {@link RecordingSummary#read}. */
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

    /** Reads an excerpt; false also if reading cannot continue, which is reported when the events are read. */
    private boolean readAny() {
        try {
            return read(null);
        } catch (final RingsideException e) {
            return false;
        }
    }

    /**
     * Pass by everything that is there now, and read what comes later: schemas, processes and numbers are known all the
     * same.
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
     * Pass by everything up to a position, and read what comes after it.
     *
     * @param position of this recording
     * @param handler  receives damage, and nothing else
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if its file is gone, {@link ErrorCode#CORRUPT} if the
     *                           recording was changed since, or {@link ErrorCode#INVALID_ARGUMENT} if it is another one
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

    /** The excerpt that was read last. */
    @Override
    public ExcerptPlace place() {
        return place;
    }

    /** The session that is read; null before the first excerpt was read. A recording may hold several. */
    @Override
    public @Nullable RecordedSession session() {
        return current.session();
    }

    /**
     * A schema; null if the recording does not hold it. One that is described later is looked for ahead, once. Also for
     * threads that share the events of this reader, while it reads no description.
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

    /** Names of a process up to where was read; its recorder writes them before the first events that need them. */
    @Override
    public Supplier<PublishedNames> published(final UUID providerId, final Incarnation process) {
        final PublishedNames all = names(new NamesFileName(providerId, process));
        return () -> all;
    }

    private PublishedNames names(final NamesFileName of) {
        return published.computeIfAbsent(of, each -> new PublishedNames(() -> {
            // A first name is also that of earlier events.
            synchronized (this) {
                later();
            }
        }));
    }

    /** No event that is recorded after the last batch is older, in ticks of the session's clock, unless it is late. */
    @Override
    public long watermarkTicks() {
        return current.watermarkTicks();
    }

    /**
     * Events and losses of the session that are missing between two chunks of a lane: another drain has taken them
     * between two recorders, or they were in an excerpt that is damaged, or in a file that has given way.
     */
    @Override
    public long takenElsewhere() {
        return elsewhere;
    }

    /** Events that were left out when the recording was written out of others: neither lost nor missing. */
    @Override
    public long filtered() {
        return filtered;
    }

    /** Places that were damaged, up to where the recording was read: what they held may be missing. */
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
        // First the lock: its holder may have written the end just before.
        final boolean isCutOff = atEnd && !marked && !RecordingFolder.isWritten(folder) && !queue.hasNext();
        if (isCutOff) {
            handler.onProblem("recording has no end, or its recorder was killed: path=" + folder + ", lastFile="
                    + queue.path().getFileName() + ", unreadBytes=" + queue.restBytes()
                    + ": an unknown number of events may be missing after the last one; restore missing files, or "
                    + "continue the recording while its session runs");
        }
        return isCutOff;
    }

    /** The receiver counts all that is missing, and lanes what is missing between two chunks of theirs. */
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

    /** Whether the recording was read to the end of its last session: nothing will come any more. */
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

    /** Takes what the decoder has checked, and checks it against what came before. */
    private final class Visitor implements ExcerptVisitor {
        private static final long NO_BATCH = -1;
        private static final DirectBuffer NO_FRAMES = new UnsafeBuffer(0, 0);

        private final Checkpoint state = new Checkpoint();
        private final Checkpoint first = new Checkpoint();
        private final Checkpoint behind = new Checkpoint();
        private final Checkpoint gapFrom = new Checkpoint();
        private final Checkpoint gapTo = new Checkpoint();
        /** Both are null while the reader passes by, so that nothing is handed out. */
        private @Nullable RecordingHandler handler;
        private @Nullable RecordedBatches batches;
        /** Walks frames of the session; null before there is one. */
        private @Nullable FrameWalker walker;
        private @Nullable KeptEntries keptEntries;
        private final RecordedBatch ownBatch = new RecordedBatch();
        private RecordedBatch batch = ownBatch;
        private @Nullable ExcerptBytes excerpt;
        private int blockBytes;
        private long batchEvents = NO_BATCH;
        private long endNs = RecordingSummary.NULL_END_NS;
        /** Whether gaps are those of kept records, whose losses stand nowhere else. */
        private boolean isKept;
        private boolean losesMore;
        /** Made once: it would be an object for each batch. */
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

        /** The recording says how many events it has had up to here: those not read were in what is damaged. */
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

        /** Begins with a batch of a lane: everything up to {@link #handOut} is added to it. */
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
                // Unlike those of a session, they are counted from the beginning.
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

        /** Reports events that a chunk of kept records should contain from a number on: their outcome is unknown. */
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

        /** Counts the events that a gap misses, and the losses of one that was kept. */
        private void countGap(final LaneGap gap, final long ownerThreadId) {
            elsewhere += gap.missing();
            if (isKept) {
                current.losses().add(gap);
            }
        }

        /** Whether a chunk comes after what was read of its lane. */
        private boolean follows(final Incarnation incarnation, final int laneIndex, final Checkpoint from,
                final Checkpoint to) {
            final boolean isDamaged = current.isDamaged(incarnation, laneIndex, damages);
            if (isDamaged && current.lane(incarnation, laneIndex) == null) {
                // The description of its first attempts may have been in the damaged part.
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

        /** Without damage, what a lane misses up to its checkpoint comes with its next chunk. */
        @Override
        public void onLaneBooks(final Incarnation incarnation, final int laneIndex, final Checkpoint books) {
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

        /** Chunks of kept records count attempts only. */
        private void countMissed(final Checkpoint last, final Checkpoint next) {
            if (handler != null) {
                eventsMissed += Math.max(isKept ? next.nextNumber - last.nextNumber : next.delivered - last.delivered,
                        0);
            }
        }

        /** Reports as damaged the events that the recorder has written between two numbers of a lane. */
        private void damaged(final Checkpoint last, final Checkpoint next) {
            if (walker == null || next.nextNumber <= last.nextNumber) {
                missing(last, next);
                return;
            }
            final long events = next.delivered - last.delivered;
            current.losses().addDamaged(events);
            gapFrom.set(last);
            gapTo.set(next);
            gapTo.corrupt += events;
            batch.addGap(gapFrom, gapTo, 0, 0);
            gapFrom.set(new Checkpoint());
            gapTo.set(new Checkpoint());
        }

        /** Reports the events between two numbers of a lane: their outcome is unknown. */
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
