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
 * One recording of those that a reader reads, or a session beside its drain: turns what was read into views. Not
 * thread-safe.
 */
final class RecordingSource implements RecordingHandler, AutoCloseable {
    /** An idle strategy does not slow down an agent that fails. */
    private static final long RETRY_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long CLOCKS_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    private final RecordInput reader;
    private final RecordingOrigin origin;
    private final ErrorHandler errorHandler;
    /** Receives what handlers throw; null if the caller of a poll does. */
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
    /** Hands out what is read on other threads; null if this thread does it. */
    private final @Nullable RecordingShares sharing;
    private final Map<RecordedSession, SessionFacts> sessions = new HashMap<>();
    /** When the last excerpt was read that describes a later time than those before. */
    private long lastExcerptNs;
    /** When the end was reached, in nanoseconds since 1970. */
    private long endNs;
    private boolean atEnd;
    /** Clocks of the host from which the recording was received, one for each session; and when they were read. */
    private final List<RelatedClock> clocks = new ArrayList<>();
    private long clocksNs;
    /** Greatest error of the related clock, at the worst place that was read. */
    private long boundNs;
    /** After a failure, nothing is read before. */
    private long retryNs;
    private boolean failed;
    /** Place of the last batch that was handed on as a whole. */
    private final ExcerptPlace handedOn = new ExcerptPlace();
    /** Clocks at the start of a session that is read beside, null if none is. */
    private @Nullable ClockPair liveStart;
    private @Nullable UUID liveBootId;

    /** Events go straight to delivery if there is no order. */
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

    /** Passes by what is there now. */
    void skipToEnd() {
        reader.skipToEnd(this);
        begin();
    }

    /** Passes by what lies before a position. */
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

    /** The recording, or the session beside its drain. It is only asked. */
    RecordInput input() {
        return reader;
    }

    boolean isRecording() {
        return reader.place() != null;
    }

    /** Up to where everything was handed on; null before the first excerpt. */
    @Nullable
    RecordingPosition position() {
        keepPlace();
        return handedOn.position();
    }

    /** Everything up to the last excerpt was handed on, unless some of it waits or is beyond the limit. */
    private void keepPlace() {
        final ExcerptPlace place = reader.place();
        if (place != null && sharing == null && tally.isEmpty()
                && (merge == null ? delivery.events() < eventLimit : merge.isSettled())) {
            handedOn.set(place);
        }
    }

    /** Convert ticks of the same kernel by the clocks of a live session's start; before anything is read. */
    void convertBy(final ClockPair start, final UUID bootId) {
        liveStart = start;
        liveBootId = bootId;
        sessions.clear();
        clocks.clear();
    }

    /** Reads one excerpt; false if there was none at this time, in nanoseconds since 1970. */
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

    /** A receiver may measure them while this follows what it receives. */
    private void refreshClocks() {
        if (!clocks.isEmpty() && clock.nanoTime() - clocksNs >= CLOCKS_INTERVAL_NS) {
            clocksNs = clock.nanoTime();
            clocks.forEach(RelatedClock::refresh);
        }
    }

    /** Everything that was read has been handed out, and is counted. */
    private void settleShares() {
        if (sharing != null) {
            sharing.settle();
            shares.forEach(EventShare::addCounts);
        }
    }

    /** Whether there was nothing more at the last poll. */
    boolean isAtEnd() {
        return atEnd || reader.hasEnded();
    }

    /** Whether nothing will come any more. */
    boolean hasEnded() {
        return reader.hasEnded();
    }

    /** Whether at some moment all that was there had been read. */
    boolean hasBeenRead() {
        return isAtEnd() || reader.hasBeenRead();
    }

    boolean isCutOff() {
        return reader.isCutOff(this);
    }

    /** Delivers what only its receiver knows to be missing: for a reader that has come to its end. */
    void deliverMissing() {
        settleShares();
        reader.deliverMissing(this);
    }

    boolean isOverfull() {
        return merge != null && merge.isOverfull();
    }

    /**
     * Up to when everything was read but for late events, in nanoseconds since 1970; there is no wait for a recording
     * that has ended. Of another that was found at its end for so long, all that was written as long before the last
     * poll is there, as its recorder would have appended what it has.
     */
    long watermarkNs(final long longestHoldNs) {
        final RecordedSession recorded = reader.session();
        if (reader.hasEnded()) {
            return Long.MAX_VALUE;
        }
        // Replayed events wait for as long as there is room, but the choice of what to read does not depend on it.
        final long recordedNs = recorded == null || (longestHoldNs > 0 && merge != null && merge.hasReplays())
                ? Long.MIN_VALUE
                : epochNs(reader.watermarkTicks(), factsOf(recorded).time());
        return atEnd && clock.nanoTime() - lastExcerptNs >= longestHoldNs
                ? Math.max(recordedNs, endNs == Long.MAX_VALUE ? endNs : endNs - longestHoldNs)
                : recordedNs;
    }

    /** Name of the host from which the recording was received; null if it was not. */
    @Nullable
    String host() {
        return origin.host();
    }

    /** Returns the greatest error of times as others see them; the greatest value if nobody knows. */
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

    /** Whether events are still wanted. */
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
        // In every poll: a reference to a method of this would be another object each time.
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

    /** The share of events that one of several threads hands out, with its own views. For one thread at a time. */
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

        /** Between two shares: counts since the last call are added to those of the reader. */
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
