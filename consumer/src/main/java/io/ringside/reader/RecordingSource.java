package io.ringside.reader;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.merge.TimeOrder;
import io.ringside.internal.reader.SourceSettings;
import io.ringside.internal.recording.ExcerptPlace;
import io.ringside.internal.recording.HostClock;
import io.ringside.internal.recording.RecordInput;
import io.ringside.internal.recording.RecordedBatch;
import io.ringside.internal.recording.RecordedBatches;
import io.ringside.internal.recording.RecordedProcess;
import io.ringside.internal.recording.RecordedSession;
import io.ringside.internal.recording.RecordingHandler;
import io.ringside.internal.recording.RecordingMerge;
import io.ringside.internal.recording.RecordingOrigin;
import io.ringside.internal.recording.RecordingShares;
import io.ringside.internal.recording.RelatedClock;
import io.ringside.internal.registry.ClockPair;
import io.ringside.recording.RecordingPosition;
import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * One recording of a reader, or a session at which it peeks. Converts the data that were read into views. Not
 * thread-safe.
 */
final class RecordingSource implements RecordingHandler, AutoCloseable {
    /** Time between attempts after a failure: idle strategies do not slow down an agent that fails. */
    private static final long RETRY_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long CLOCKS_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    private final RecordInput reader;
    private final RecordingOrigin origin;
    private final ErrorHandler errorHandler;
    /** Receives exceptions of handlers; null if they are thrown to the caller of a poll. */
    private final @Nullable ErrorHandler handlerErrors;
    private final SourceSettings settings;
    private final long eventLimit;
    private final Delivery delivery;
    private final NanoClock clock;
    private final @Nullable RecordingMerge merge;
    private final RecordedBatches batches;
    private final @Nullable RecordingHandler records;
    private final DeliveryTally tally;
    private final List<EventShare> shares = new ArrayList<>();
    /** Passes events on in other threads; null if this thread does it. */
    private final @Nullable RecordingShares sharing;
    private final Map<RecordedSession, SessionFacts> sessions = new HashMap<>();
    /** Time of reading the last excerpt that is later in the recording than all before. */
    private long lastExcerptNs;
    /** Time at which the end was reached, in nanoseconds since 1970. */
    private long endNs;
    private boolean atEnd;
    /** Clocks of the host that sent the recording, one per session, and the time of their last refresh. */
    private final List<RelatedClock> clocks = new ArrayList<>();
    private long clocksNs;
    /** Maximum error of the related clock in the part read so far. */
    private long boundNs;
    /** Time before which nothing is read, after a failure. */
    private long retryNs;
    private boolean failed;
    /** Position of the last batch that was delivered completely. */
    private final ExcerptPlace handedOn = new ExcerptPlace();
    /** Clocks at the start of a live session read by the same reader; null if there is none. */
    private @Nullable ClockPair liveStart;
    private @Nullable UUID liveBootId;

    /** Without an order, events are delivered directly. */
    RecordingSource(final RecordInput reader, final ReaderContext context, final SourceSettings settings,
            final DeliveryTally tally, final @Nullable TimeOrder order) {
        this.reader = reader;
        this.settings = settings;
        this.eventLimit = context.eventLimit();
        this.handlerErrors = settings.errorHandler() == null ? context.errorHandler() : settings.errorHandler();
        this.errorHandler = ReaderContext.problemsOf(handlerErrors);
        final Path folder = settings.recording();
        this.origin = folder == null ? RecordingOrigin.HERE : RecordingOrigin.of(folder, errorHandler);
        this.delivery = new Delivery(tally, settings.handler(), handlerErrors, order, eventLimit,
                context.filter());
        this.clock = context.clock();
        this.records = settings.records();
        this.lastExcerptNs = clock.nanoTime();
        this.clocksNs = lastExcerptNs;
        this.merge = order == null
                ? null
                : new RecordingMerge(order, this, this::setTimes);
        this.tally = tally;
        final List<EventHandler> receivers = settings.newShares();
        if (receivers == null) {
            this.sharing = null;
            this.batches = merge == null ? RecordedBatches.atOnce(this) : merge;
            return;
        }
        if (order != null || eventLimit != Long.MAX_VALUE || context.filter() != null) {
            throw RingsideException.invalidArgument("events that threads share come in no order, and are neither "
                    + "limited nor filtered: eventLimit=" + eventLimit);
        }
        receivers.forEach(receiver -> shares.add(new EventShare(receiver)));
        this.sharing = new RecordingShares(this, shares);
        this.batches = sharing;
    }

    /** Skips everything recorded so far. */
    void skipToEnd() {
        reader.skipToEnd(this);
        begin();
    }

    /** Skips everything before a position. */
    void skipTo(final RecordingPosition position) {
        reader.skipTo(position, this);
        begin();
    }

    private void begin() {
        final RecordedSession recorded = reader.session();
        if (recorded != null) {
            onSession(recorded);
        }
        final ExcerptPlace place = reader.place();
        if (place != null) {
            handedOn.set(place);
        }
        lastExcerptNs = clock.nanoTime();
    }

    /** Returns the recording, or the peeked session, for queries only. */
    RecordInput input() {
        return reader;
    }

    boolean isRecording() {
        return reader.place() != null;
    }

    /** Returns the position up to which everything was delivered; null before the first excerpt. */
    @Nullable
    RecordingPosition position() {
        keepPlace();
        return handedOn.position();
    }

    /** Advances the position to the last excerpt, unless some of its events wait or exceed the limit. */
    private void keepPlace() {
        final ExcerptPlace place = reader.place();
        if (place != null && sharing == null && tally.isEmpty()
                && (merge == null ? delivery.events() < eventLimit : merge.isSettled())) {
            handedOn.set(place);
        }
    }

    /** Convert ticks of the same kernel by the clocks of a live session's start. Called before anything is read. */
    void convertBy(final ClockPair start, final UUID bootId) {
        liveStart = start;
        liveBootId = bootId;
        sessions.clear();
        clocks.clear();
    }

    /** Reads one excerpt. Returns false if there was none at this time, which is in nanoseconds since 1970. */
    boolean poll(final long nowNs) {
        refreshClocks();
        if (failed && clock.nanoTime() - retryNs < 0) {
            return false;
        }
        final long ticksBefore = reader.session() == null ? Long.MIN_VALUE : reader.watermarkTicks();
        failed = true;
        final boolean found;
        try {
            found = reader.poll(this, batches);
            if (reader.hasEnded()) {
                deliverMissing();
            } else if (!found) {
                settleShares();
            }
            failed = false;
        } finally {
            if (failed) {
                retryNs = clock.nanoTime() + RETRY_INTERVAL_NS;
            }
        }
        keepPlace();
        if (found && reader.session() != null && reader.watermarkTicks() != ticksBefore) {
            lastExcerptNs = clock.nanoTime();
            noteBound();
        }
        atEnd = !found;
        endNs = nowNs;
        return found;
    }

    /** Refreshes the clocks: a receiver may still measure them while this reader follows the recording. */
    private void refreshClocks() {
        if (!clocks.isEmpty() && clock.nanoTime() - clocksNs >= CLOCKS_INTERVAL_NS) {
            clocksNs = clock.nanoTime();
            clocks.forEach(RelatedClock::refresh);
        }
    }

    /** Waits until all events read so far have been delivered, and adds their counts. */
    private void settleShares() {
        if (sharing != null) {
            sharing.settle();
            shares.forEach(EventShare::addCounts);
        }
    }

    /** Returns whether the last poll found nothing more. */
    boolean isAtEnd() {
        return atEnd || reader.hasEnded();
    }

    /** Returns whether nothing more will follow. */
    boolean hasEnded() {
        return reader.hasEnded();
    }

    /** Returns whether there was a moment when everything available had been read. */
    boolean hasBeenRead() {
        return isAtEnd() || reader.hasBeenRead();
    }

    boolean isCutOff() {
        return reader.isCutOff(this);
    }

    /** Delivers gaps that only the receiver of the recording knows. For a reader that has reached the end. */
    void deliverMissing() {
        settleShares();
        reader.deliverMissing(this);
    }

    boolean isOverfull() {
        return merge != null && merge.isOverfull();
    }

    /**
     * Returns the time up to which everything was read, except late events, in nanoseconds since 1970. A recording that
     * has ended is not waited for. A recording found at its end for that long is complete up to that long before the
     * last poll, because its recorder would have appended its events by then.
     */
    long watermarkNs(final long longestHoldNs) {
        final RecordedSession recorded = reader.session();
        if (reader.hasEnded()) {
            return Long.MAX_VALUE;
        }
        // Replayed events wait while there is room, but this does not affect the choice of the recording to read.
        final long recordedNs = recorded == null || (longestHoldNs > 0 && merge != null && merge.hasReplays())
                ? Long.MIN_VALUE
                : epochNs(reader.watermarkTicks(), factsOf(recorded).time());
        return atEnd && clock.nanoTime() - lastExcerptNs >= longestHoldNs
                ? Math.max(recordedNs, endNs == Long.MAX_VALUE ? endNs : endNs - longestHoldNs)
                : recordedNs;
    }

    /** Returns the name of the host that sent the recording; null if it is local. */
    @Nullable
    String host() {
        return origin.host();
    }

    /** Returns the maximum error of the times relative to other hosts; the maximum value if unknown. */
    long boundNs() {
        return boundNs;
    }

    private void noteBound() {
        final RecordedSession recorded = reader.session();
        final long ticks = reader.watermarkTicks();
        if (origin.host() == null || recorded == null || ticks == 0) {
            return;
        }
        final SessionTime time = factsOf(recorded).time();
        final HostClock related = time.known();
        boundNs = related == null
                ? Long.MAX_VALUE
                : Math.max(boundNs, related.boundNs(ticks - time.ownShiftNs()));
    }

    private static long epochNs(final long ticks, final SessionTime time) {
        return ticks + time.ticksToEpochNs(ticks, time.ownShiftNs());
    }

    @Override
    public void onSession(final RecordedSession recorded) {
        factsOf(recorded);
        if (records != null) {
            records.onSession(recorded);
        }
    }

    @Override
    public void onSessionLosses(final RecordedSession recorded, final LossCounts total) {
        if (records != null) {
            records.onSessionLosses(recorded, total);
        }
    }

    @Override
    public void onRecords(final RecordedProcess process, final int lane, final Batch batch, final Batch.Piece piece,
            final int begin, final int end) {
        final RecordingHandler asRecorded = records;
        if (asRecorded == null) {
            delivery.records(eventsOf(process), lane, batch, piece, begin, end);
            return;
        }
        int next = begin;
        while (next < end && isWanted()) {
            final int offset = next;
            final int length = FrameDescriptor.length(batch.bytes().getLong(offset));
            next = piece.next(offset, length);
            asRecorded.onEvent(process, lane, batch.bytes(), offset, length, piece.ownerThreadId());
            delivery.records(eventsOf(process), lane, batch, piece, offset, next);
        }
    }

    @Override
    public void onGap(final RecordedProcess process, final int lane, final LaneGap gap, final long ownerThreadId) {
        if (isWanted()) {
            if (records != null) {
                records.onGap(process, lane, gap, ownerThreadId);
            }
            delivery.gap(eventsOf(process), lane, gap, ownerThreadId);
        }
    }

    @Override
    public void onLanelessLoss(final RecordedProcess process, final LossCause cause, final long count,
            final long firstTimeTicks, final long lastTimeTicks) {
        if (isWanted()) {
            if (records != null) {
                records.onLanelessLoss(process, cause, count, firstTimeTicks, lastTimeTicks);
            }
            delivery.lanelessLoss(eventsOf(process), cause, count, firstTimeTicks, lastTimeTicks);
        }
    }

    @Override
    public void onExcerpt(final int bytes, final long events, final @Nullable ExcerptPlace place) {
        if (place != null && merge != null && tally.isEmpty()) {
            handedOn.set(place);
        }
        settings.bufferHandler().onBuffer(bytes, events);
    }

    @Override
    public void onFiltered(final RecordedProcess process, final int lane, final long count) {
        if (records != null) {
            records.onFiltered(process, lane, count);
        }
    }

    @Override
    public void onProblem(final String problem) {
        errorHandler.onError(new RingsideException(ErrorCode.CORRUPT, problem));
    }

    @Override
    public void close() {
        try {
            settleShares();
        } finally {
            CloseHelper.closeAll(sharing, reader);
        }
    }

    /** Returns whether the event limit has not been reached. */
    private boolean isWanted() {
        return delivery.events() < eventLimit;
    }

    private ProcessEvents eventsOf(final RecordedProcess process) {
        if (process.attachment() instanceof ProcessEvents known) {
            return known;
        }
        final ProcessEvents created = ProcessEvents.of(process, factsOf(sessionOf(process)));
        process.attach(created);
        return created;
    }

    private void setTimes(final RecordedBatch batch) {
        final ProcessEvents events = eventsOf(batch.process());
        batch.times(events.toEpochNs(0), events.related(), Long.MAX_VALUE);
    }

    private static RecordedSession sessionOf(final RecordedProcess process) {
        final RecordedSession recorded = process.session();
        if (recorded == null) {
            throw new RingsideException(ErrorCode.CORRUPT, "recording begins without its session: process="
                    + process.incarnation() + ": its first file is damaged");
        }
        return recorded;
    }

    private SessionFacts factsOf(final RecordedSession recorded) {
        // The lookup runs in every poll, and a method reference to this instance would allocate each time.
        final SessionFacts known = sessions.get(recorded);
        return known == null ? sessions.computeIfAbsent(recorded, this::newFacts) : known;
    }

    private SessionFacts newFacts(final RecordedSession recorded) {
        final ClockPair start = liveStart != null && recorded.bootId().equals(liveBootId)
                ? liveStart
                : recorded.start();
        final RelatedClock related = origin.clock(recorded.bootId(), errorHandler);
        if (related != null) {
            clocks.add(related);
        }
        return new SessionFacts(recorded.id(),
                new SessionTime(start, recorded.ownShiftNs(), related), reader, new EventFields(), origin.host());
    }

    /** Share of the events that one of several threads delivers, with its own views. Used by one thread at a time. */
    private final class EventShare implements RecordingShares.Receiver {
        private final DeliveryTally counts = new DeliveryTally();
        private final Delivery shared;
        private final Map<RecordedSession, SessionFacts> facts = new HashMap<>();
        private final Map<RecordedProcess, ProcessEvents> processes = new HashMap<>();

        EventShare(final EventHandler receiver) {
            this.shared = new Delivery(counts, receiver, failure -> {
                synchronized (shares) {
                    if (handlerErrors == null) {
                        tally.fail(failure);
                    } else {
                        handlerErrors.onError(failure);
                    }
                }
            }, null, Long.MAX_VALUE, null);
        }

        /** Adds the counts since the last call to those of the reader. Called between two shares. */
        void addCounts() {
            tally.events += counts.events;
            tally.handlerErrors += counts.handlerErrors;
            counts.events = 0;
            counts.handlerErrors = 0;
        }

        @Override
        public void onRecords(final RecordedProcess process, final int lane, final Batch batch,
                final Batch.Piece piece, final int begin, final int end) {
            shared.records(processes.computeIfAbsent(process, this::newEvents), lane, batch, piece, begin, end);
        }

        private ProcessEvents newEvents(final RecordedProcess process) {
            return ProcessEvents.of(process,
                    facts.computeIfAbsent(sessionOf(process), RecordingSource.this::newFacts));
        }
    }
}
