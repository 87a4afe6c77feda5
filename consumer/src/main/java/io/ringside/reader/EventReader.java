package io.ringside.reader;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.merge.SessionMerge;
import io.ringside.internal.merge.TimeOrder;
import io.ringside.internal.reader.SourceSettings;
import io.ringside.internal.recording.RecordInput;
import io.ringside.internal.registry.ClockPair;
import io.ringside.recording.RecordingPosition;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;
import org.jspecify.annotations.Nullable;

/**
 * Reads live sessions, recordings, or both together, and passes every event and every loss to a handler. The caller
 * polls, with an idle strategy of its choice, or runs the reader as an {@link #agent}. Used by one thread at a time.
 *
 * <pre>{@code
 * try (EventReader reader = EventReader.open(Source.session("monday"))) {
 *     while (!reader.isDone()) {
 *         idleStrategy.idle(reader.poll(event -> System.out.println(event.getLong("orderId"))));
 *     }
 * }
 * }</pre>
 * {@link #readAvailable} reads the events available now, then stops, instead of waiting for the end of the session.
 *
 * <ul>
 * <li>A session has at most one reader. An event of a session is delivered at most once, and counts as delivered once
 * it is taken. If the handler throws, the poll throws the same exception, the event counts as delivered, and the next
 * poll delivers the rest; an {@linkplain ReaderContext#errorHandler error handler} receives the exception instead, and
 * delivery continues with the next event. Events that were not taken wait for the next reader.
 * <li>Reading a recording takes nothing from it; any number of readers may do so, also while it grows. {@linkplain
 * Source#peek Peeking} at a session takes nothing either; events that such a reader missed are in its gaps.
 * <li>Events of all sources are delivered in the order of their times, as far as the {@link
 * ReaderContext#reorderWindowNs reorder window} allows; or {@link ReaderContext#merged unmerged}, lane by lane, with
 * the lowest latency.
 * <li>With recordings and sessions in one order, younger events wait for older ones of any source: while an old
 * recording is being read, the events of a session wait in its rings, and events that do not fit there are lost and
 * counted. The events of a session also wait for events that a live recorder may still append, at most {@link
 * #LONGEST_HOLD_NS}.
 * <li>If the wall clock was stepped between the starts of the sessions, the times of all of them, and of recordings
 * made since the computer was started, are converted by the clocks of the session that started last.
 * </ul> {@code docs/merging.md} explains the order.
 */
public final class EventReader implements AutoCloseable {
    /**
     * Counts of a reader at one moment. Immutable.
     *
     * @param events         delivered events
     * @param gaps           delivered gaps
     * @param lostEvents     lost events in the delivered gaps
     * @param handlerErrors  events and gaps for which a handler has thrown, if there is an error handler
     * @param lateEvents     events delivered after a younger one; always 0 if the reader does not merge
     * @param damages        damaged places of the recordings in the parts read so far; each was reported to the error
     *                       handler
     * @param damagedEvents  events in damaged places, or in missing files between others; null if their number is
     *                       unknown because the recording is damaged up to its end, or was not read further
     * @param filteredEvents events filtered out when the recordings were written from other recordings, in the parts
     *                       read so far
     * @param takenElsewhere events and losses of the recorded sessions that are missing in the recordings: other
     *                       readers took them, or a recording is damaged
     * @param behindEvents   events that this reader missed in sessions at which it only {@linkplain Source#peek peeks},
     *                       because newer events reused their space
     * @param leftOutEvents  events that were read but rejected by the {@linkplain ReaderContext#filter filter}
     * @param lossesKnown    whether no more events of the recordings may be lost than were counted: false if the number
     *                       of events in damaged places is unknown, or if {@link #recordingsCutOff()} has found a
     *                       recording without an end
     */
    public record Totals(long events, long gaps, long lostEvents, long handlerErrors, long lateEvents, long damages,
            @Nullable Long damagedEvents, long filteredEvents, long takenElsewhere, long behindEvents,
            long leftOutEvents, boolean lossesKnown) {}

    /** Maximum number of sources of one reader. */
    public static final int SOURCES_MAX = 64;

    /** Maximum time that events wait for a recording that has not ended, in nanoseconds. */
    public static final long LONGEST_HOLD_NS = RecordingSources.LONGEST_HOLD_NS;

    /** Maximum number of events per poll that are delivered early to make room. */
    private static final int EVENTS_TO_MAKE_ROOM = 1024;

    /** A session whose newest delivered event is older than this has a backlog. */
    private static final long BACKLOG_NS = TimeUnit.SECONDS.toNanos(1);

    /** Number of polls after all lanes were empty: losses at their ends, and of dead processes, take several. */
    private static final int LAST_LOOKS = 5;
    private static final long LAST_LOOK_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final int EVENTS_PER_LOOK = 256;

    private final ReaderContext context;
    private final @Nullable TimeOrder order;
    private final DeliveryTally tally = new DeliveryTally();
    private final List<SessionSource> sessions = new ArrayList<>();
    private final RecordingSources recordings;
    private long mergedNs = Long.MIN_VALUE;
    private boolean polled;
    private boolean behind;
    private int first;
    /** Recordings without an end, as far as was asked. */
    private long cutOff;

    private EventReader(final ReaderContext context) {
        this.context = new ReaderContext(context);
        this.order = context.isMerged() ? new TimeOrder() : null;
        this.recordings = new RecordingSources(context, order, tally);
    }

    /**
     * Open a reader of sessions of the default trace directory and of recordings.
     *
     * @param sources sources to read, at most {@link #SOURCES_MAX}
     * @return the reader; nothing is taken before its first poll
     * @throws RingsideException as {@link #add}
     */
    public static EventReader open(final Source... sources) {
        return open(new ReaderContext(), sources);
    }

    /**
     * Open a reader.
     *
     * @param context settings
     * @param sources sources to read, at most {@link #SOURCES_MAX}; more can be {@linkplain #add added}
     * @return the reader; nothing is taken before its first poll
     * @throws RingsideException as {@link #add}
     */
    public static EventReader open(final ReaderContext context, final Source... sources) {
        final EventReader reader = new EventReader(context);
        boolean complete = false;
        try {
            for (final Source source : sources) {
                reader.add(source);
            }
            complete = true;
            return reader;
        } finally {
            if (!complete) {
                reader.close();
            }
        }
    }

    /**
     * Add a source, before the first poll. If this fails, the sources that were added before stay.
     *
     * @param source source to read as well
     * @throws RingsideException     with {@link ErrorCode#NOT_FOUND} if there is no such session, or no recording in
     *                               the folder; {@link ErrorCode#BUSY} and the holder's name if the session has a
     *                               reader or recorder already; {@link ErrorCode#WRONG_KIND} if the session is private
     *                               or a session in overwrite mode; {@link ErrorCode#LIMIT} if there are {@link
     *                               #SOURCES_MAX} sources
     * @throws IllegalStateException if the reader has been polled
     */
    public void add(final Source source) {
        if (polled) {
            throw new IllegalStateException("reader has been polled: add all sources before the first poll");
        }
        if (!(source instanceof final SourceSettings settings)) {
            throw RingsideException.invalidArgument("unknown kind of source: create it with Source.session or "
                    + "Source.recording: source=" + source);
        }
        if (sessions.size() + recordings.size() >= SOURCES_MAX) {
            throw new RingsideException(ErrorCode.LIMIT, "too many sources: max=" + SOURCES_MAX
                    + ": read them with several readers");
        }
        final Path folder = settings.recording();
        if (settings.isPeek()) {
            recordings.add(Peeks.open(context, settings), settings);
        } else if (folder == null) {
            sessions.add(SessionSource.open(context, settings, tally, order));
        } else {
            recordings.add(folder, settings);
        }
        convertByNewestStart();
    }

    /**
     * Deliver the events and losses that are due. Never waits.
     *
     * @param handler receives events and losses
     * @return amount of work: events and gaps delivered or left out, and excerpts read from recordings; 0 if there was
     *         none
     * @throws RingsideException if a recording is damaged so that reading cannot continue; thrown again every 100
     *                           milliseconds while it is polled. Exceptions of the handler are thrown too, unless there
     *                           is an error handler
     */
    public int poll(final EventHandler handler) {
        return poll(handler, Integer.MAX_VALUE);
    }

    /**
     * Deliver the events and losses that are due, up to a number of events. Never waits.
     *
     * @param handler    receives events and losses
     * @param eventLimit maximum number of events, in addition to the limits of the {@link ReaderContext}; no more than
     *                   these are taken from sessions. Unmerged, an excerpt of a recording is delivered completely,
     *                   after the events of sessions
     * @return amount of work: events and gaps delivered or left out, and excerpts read from recordings; 0 if there was
     *         none
     * @throws RingsideException as {@link #poll(EventHandler)}
     */
    public int poll(final EventHandler handler, final int eventLimit) {
        final DeliveryTally counts = tally;
        final int limit = (int) Math.min(Math.min(eventLimit, context.eventsPerCycle()),
                context.eventLimit() - counts.events);
        if (limit <= 0) {
            return 0;
        }
        polled = true;
        counts.handler = handler;
        final long before = counts.work();
        boolean read = false;
        try {
            if (counts.resume(limit)) {
                final int rest = (int) (limit - Math.min(counts.work() - before, limit));
                read = order == null ? pollEach(rest) : pollMerged(order, rest);
            }
        } catch (final RuntimeException | Error e) {
            counts.fail(e);
        }
        counts.rethrow();
        return (int) (counts.work() - before) + (read ? 1 : 0);
    }

    /**
     * Deliver the events of recordings that were read and wait for older events, and the events that received
     * recordings report as missing. For a reader that is not polled any more. Staged events of sessions stay in their
     * rings.
     *
     * @param handler receives events and losses
     */
    public void deliverRest(final EventHandler handler) {
        tally.handler = handler;
        if (tally.resume(Integer.MAX_VALUE)) {
            recordings.deliverMissing();
            if (order != null) {
                SessionMerge.deliverRecorded(order);
            }
        }
        tally.rethrow();
    }

    /**
     * Returns this reader as an agent for Agrona's runners and invokers: a duty cycle polls, and closing the agent
     * closes the reader.
     *
     * @param handler receives events and losses
     * @return the agent
     */
    public Agent agent(final EventHandler handler) {
        return new Agent() {
            @Override
            public int doWork() {
                return poll(handler);
            }

            @Override
            public String roleName() {
                return "ringside-reader";
            }

            @Override
            public void onClose() {
                close();
            }
        };
    }

    /**
     * Read the available events, then stop. The reader polls until each known lane has been empty at some moment and
     * each recording was read to its end, or nothing more can come. It polls sessions several more times, for losses at
     * the ends of lanes and of dead processes, and for events that wait for older ones; then it delivers waiting events
     * of recordings. Events of a session that wait for an event of a thread suspended within a write stay in its rings
     * if that thread does not continue within the {@linkplain ReaderContext#reorderWindowNs reorder window}. The method
     * ends even if writers never stop, and does not wait for the end of sessions.
     *
     * <pre>{@code
     * try (EventReader reader = EventReader.open(Source.recording(folder))) {
     *     reader.readAvailable(event -> System.out.println(event));
     * }
     * }</pre>
     *
     * @param handler receives events and losses
     * @return number of events delivered by this call
     * @throws RingsideException as {@link #poll(EventHandler)}; {@link #deliverRest} then delivers the events read
     *                           before the damage
     */
    public long readAvailable(final EventHandler handler) {
        return readAvailable(handler, () -> false);
    }

    /**
     * Read the available events, then stop, or stop earlier.
     *
     * @param handler     receives events and losses
     * @param isCancelled called after each poll; if it returns true, reading stops, and events that wait for older ones
     *                    are not delivered
     * @return number of events delivered by this call
     * @throws RingsideException as {@link #readAvailable(EventHandler)}
     */
    public long readAvailable(final EventHandler handler, final BooleanSupplier isCancelled) {
        final long before = tally.events;
        do {
            poll(handler);
            if (isCancelled.getAsBoolean()) {
                return tally.events - before;
            }
        } while (!isDone() && !hasCaughtUp());
        if (lookAgain(handler, isCancelled)) {
            deliverRest(handler);
        }
        return tally.events - before;
    }

    /** Polls sessions for events and losses at the ends of their lanes. Returns false if that was cancelled. */
    private boolean lookAgain(final EventHandler handler, final BooleanSupplier isCancelled) {
        final boolean isLive = !sessions.isEmpty() || !recordings.all(RecordingSource::isRecording);
        final long longestHoldNs = context.reorderWindowNs()
                + (recordings.any(RecordingSource::isRecording) ? LONGEST_HOLD_NS : 0);
        final long most = LAST_LOOKS + 1 + longestHoldNs / LAST_LOOK_NS;
        for (long look = 0; isLive && look < (holdsBack() ? most : LAST_LOOKS) && !isDone(); look++) {
            scanSoon();
            final long lookedAt = tally.work() + EVENTS_PER_LOOK;
            boolean hasMore = true;
            while (hasMore) {
                hasMore = poll(handler) > 0 && tally.work() < lookedAt && !isDone();
                if (isCancelled.getAsBoolean()) {
                    return false;
                }
            }
            LockSupport.parkNanos(LAST_LOOK_NS);
        }
        return true;
    }

    /** {@return all counts so far} Allocates. */
    public Totals totals() {
        return new Totals(tally.events, tally.gaps, tally.lostEvents, tally.handlerErrors,
                order == null ? 0 : order.late().count(), recordings.sum(RecordInput::damages),
                recordings.damagedEvents(), recordings.sum(RecordInput::filtered),
                recordings.sum(RecordInput::takenElsewhere), recordings.sum(RecordInput::behind),
                tally.leftOut, cutOff == 0 && recordings.damagedEvents() != null);
    }

    /**
     * Find the recordings whose end is missing. A recording that ended regularly has an end mark, and a recording in
     * progress has a recorder or a receiver. Otherwise the recorder was killed, or the end is missing, and it is
     * unknown whether there were more events. Each such recording is reported to the error handler. Call it when
     * reading is done.
     *
     * @return number of recordings without an end among those that were read to their last excerpt
     */
    public long recordingsCutOff() {
        cutOff = recordings.cutOff();
        return cutOff;
    }

    /**
     * {@return whether nothing more will be delivered: all sessions, live and recorded, have ended, and everything was
     * delivered; or the event limit is reached; or all events in the time range of the {@linkplain ReaderContext#filter
     * filter} were merged, except those that {@link #deliverRest} delivers}
     */
    public boolean isDone() {
        return tally.events >= context.eventLimit() || isBehindFilter()
                || (all(SessionSource::hasEnded) && recordings.hasEnded() && !holdsBack());
    }

    /**
     * Returns whether delivery is past the filter's time range. A later event alone does not show that: its timestamp
     * may have been set by its writer, and earlier events may follow.
     */
    private boolean isBehindFilter() {
        final EventFilter filter = context.filter();
        return filter != null && tally.isBehindFilter && mergedNs > filter.untilNs();
    }

    /** {@return whether no event waits in any known lane, and the last poll reached the end of each recording} */
    public boolean isEmpty() {
        return tally.isEmpty() && all(SessionSource::isEmpty) && recordings.isAtEnd();
    }

    /**
     * {@return whether each known lane has been empty at some moment, and the last poll reached the end of each
     * recording} This becomes true even if writers never stop. Events that wait for older ones are then delivered by
     * {@link #deliverRest}, or by polling a little longer.
     */
    public boolean hasCaughtUp() {
        return all(SessionSource::haveLanesBeenEmpty) && recordings.haveBeenRead();
    }

    /** {@return whether events were read but not delivered yet, because older events may still come} */
    public boolean holdsBack() {
        return !tally.isEmpty() || (order != null && !order.isEmpty());
    }

    /**
     * {@return the time up to which everything was delivered, except late events, in nanoseconds since 1970; {@link
     * Long#MIN_VALUE} before the first poll, or if the reader does not merge}
     */
    public long mergedNs() {
        return mergedNs;
    }

    /**
     * {@return the position up to which the recording has been delivered completely; null before the first poll} A
     * reader that {@linkplain Source#after continues} there gets every event after it, and no event before it. In a
     * merging reader, some events after the position may have been delivered already, because older ones were still
     * missing; these are delivered again. {@link ReaderContext#merged Unmerged}, there are none.
     *
     * @throws IllegalStateException if this reader reads anything other than one recording
     */
    public @Nullable RecordingPosition position() {
        if (!sessions.isEmpty()) {
            throw new IllegalStateException("position is that of one recording: sessions=" + sessions.size()
                    + ": read the recording with a reader of its own");
        }
        return recordings.position();
    }

    /**
     * {@return the maximum error of the time difference between events of two hosts, in nanoseconds, in the parts of
     * received recordings read so far: 0 if all are from one host; {@link Long#MAX_VALUE} if the clock of a host was
     * not measured while it recorded} Events of the same host are in their true order.
     */
    public long orderBoundNs() {
        return recordings.orderBoundNs(!sessions.isEmpty());
    }

    /** Scan in the next poll for new processes of the sessions, and for losses of empty lanes. */
    public void scanSoon() {
        sessions.forEach(SessionSource::scanSoon);
        recordings.scanSoon();
    }

    /**
     * Stop reading. Events that were not taken from sessions wait for the next reader. If a handler has thrown in the
     * last poll, events of sessions that were taken together with the failed one are discarded; their number is
     * reported to the error handler, or on the standard error stream.
     */
    @Override
    public void close() {
        try {
            reportDiscarded();
        } finally {
            try {
                CloseHelper.closeAll(sessions);
            } finally {
                recordings.close();
            }
        }
    }

    private void reportDiscarded() {
        if (sessions.isEmpty()) {
            // A recording can be read again, so nothing is lost.
            return;
        }
        if (order != null) {
            tally.holdRest();
            order.deliverChosen();
        }
        final long events = tally.heldEvents();
        if (events > 0) {
            ReaderContext.problemsOf(context.errorHandler()).onError(new IllegalStateException(
                    "reader was closed after its handler had thrown: discardedEvents=" + events
                            + ": they count as delivered: poll again before closing"));
        }
    }

    /**
     * Converts all times by the clocks of the newest session start. The wall clock may have been stepped between two
     * starts; with one conversion, the same ticks are the same time in all sources, and no source waits until the clock
     * of another one has caught up with the step.
     */
    private void convertByNewestStart() {
        SessionSource newest = null;
        for (final SessionSource session : sessions) {
            if (newest == null || session.row().start().monotonicNs() > newest.row().start().monotonicNs()) {
                newest = session;
            }
        }
        if (newest != null) {
            final ClockPair start = newest.row().start();
            sessions.forEach(session -> session.convertBy(start));
            recordings.convertBy(start, newest.bootId());
        }
    }

    /** Returns whether an excerpt was read. */
    private boolean pollMerged(final TimeOrder merge, final int eventLimit) {
        // Events left over by a handler that threw are delivered first, because reading reuses their buffers.
        merge.deliverChosen();
        if (recordings.size() == 0) {
            final long watermarkNs = stageSessions();
            merge.poll(watermarkNs, eventLimit);
            mergedNs = Math.max(mergedNs, merge.mergedNs(watermarkNs));
            return false;
        }
        return pollWithRecordings(merge, eventLimit);
    }

    private boolean pollWithRecordings(final TimeOrder merge, final int eventLimit) {
        long nowNs = Long.MAX_VALUE;
        for (int i = 0; i < sessions.size(); i++) {
            nowNs = Math.min(nowNs, sessions.get(i).hasEnded() ? Long.MAX_VALUE : sessions.get(i).epochNs());
        }
        final long sessionsNs = stageSessions();
        final boolean read = mayRead(sessionsNs, nowNs) && recordings.read(nowNs);
        final long watermarkNs = Math.min(sessionsNs, recordings.dueNs());
        int events = merge.poll(watermarkNs, eventLimit);
        // If all sessions have ended, recorders are not waited for, though they may still append events.
        mergedNs = Math.max(mergedNs, merge.mergedNs(
                nowNs == Long.MAX_VALUE ? Math.min(watermarkNs, recordings.readNs()) : watermarkNs));
        while (events < eventLimit && recordings.isOverfull()) {
            // No more than necessary: older events may still arrive before the remaining ones.
            events += merge.poll(Long.MAX_VALUE, Math.min(EVENTS_TO_MAKE_ROOM, eventLimit - events));
        }
        behind = events >= eventLimit;
        return read;
    }

    private long stageSessions() {
        long stagedNs = Long.MAX_VALUE;
        for (int i = 0; i < sessions.size(); i++) {
            stagedNs = Math.min(stagedNs, sessions.get(i).stage());
        }
        return stagedNs;
    }

    /**
     * Returns whether to read recordings. Nothing is read while it would only wait for events of sessions, or for its
     * turn; but at the end of a recording, newly appended excerpts are read in any case.
     */
    private boolean mayRead(final long sessionsNs, final long nowNs) {
        final boolean hasBacklog = nowNs != Long.MAX_VALUE && sessionsNs < nowNs - BACKLOG_NS;
        return (!hasBacklog || recordings.readNs() <= sessionsNs) && (!behind || recordings.isAtEnd());
    }

    /** Polls each session, starting with a different one in each turn. Returns whether an excerpt was read. */
    private boolean pollEach(final int eventLimit) {
        final int count = sessions.size();
        final long end = tally.events + eventLimit;
        int next = first;
        for (int i = 0; i < count && tally.events < end; i++) {
            final SessionSource session = sessions.get(next);
            if (!session.hasEnded()) {
                session.poll((int) (end - tally.events));
            }
            next = next + 1 < count ? next + 1 : 0;
        }
        first = first + 1 < count ? first + 1 : 0;
        // Sessions are polled first, because events of a recording that have to wait are not lost.
        return recordings.size() > 0 && recordings.read(Long.MAX_VALUE);
    }

    private boolean all(final Predicate<SessionSource> asked) {
        for (int i = 0; i < sessions.size(); i++) {
            if (!asked.test(sessions.get(i))) {
                return false;
            }
        }
        return true;
    }
}
