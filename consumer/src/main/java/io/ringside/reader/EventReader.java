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
 * Reads sessions while they are written, recordings, or both together, and hands every event and every loss to a
 * handler. The caller polls, with an idle strategy of its choice; or runs it as an {@link #agent}. Not thread-safe: for
 * one thread at a time.
 *
 * <pre>{@code
 * try (EventReader reader = EventReader.open(Source.session("monday"))) {
 *     while (!reader.isDone()) {
 *         idleStrategy.idle(reader.poll(event -> System.out.println(event.getLong("orderId"))));
 *     }
 * }
 * }</pre>
 * {@link #readAvailable} reads what is there now, then stops, instead of waiting for the end of the session.
 *
 * <ul>
 * <li>A session has at most one reader. An event of a session is delivered at most once, and counts as delivered once
 * it is taken. If the handler throws, the poll throws the same, the event counts as delivered, and the next poll
 * delivers the rest; with an {@linkplain ReaderContext#errorHandler error handler}, that one receives the exception,
 * and the next event follows. What was not taken waits for the next reader.
 * <li>Reading a recording takes nothing from it; any number of readers may do so, also while it grows. Nor does
 * {@linkplain Source#peek peeking} at a session; what a reader then missed is in its gaps.
 * <li>Events come in the order of their times, over all sources, as far as a {@link ReaderContext#reorderWindowNs
 * reorder window} allows; or {@link ReaderContext#merged unmerged}, lane by lane, with the least latency.
 * <li>With recordings and sessions in one order, younger events wait for older ones wherever those are: while a
 * recording of the past is read, the events of a session wait in its rings, and those that find no room there are lost
 * and counted; and the events of a session wait for what a live recorder may yet append, {@link #LONGEST_HOLD_NS} at
 * most.
 * <li>If the wall clock was stepped between the starts of the sessions, the times of all of them, and of recordings
 * made since the computer was started, are converted by the clocks of the session that started last.
 * </ul>
 * {@code docs/merging.md} explains the order.
 */
public final class EventReader implements AutoCloseable {
    /**
     * The counts of a reader up to one moment. Immutable.
     *
     * @param events         delivered
     * @param gaps           delivered
     * @param lostEvents     of all gaps that were delivered
     * @param handlerErrors  events and gaps at which a handler has thrown, if there is an error handler
     * @param lateEvents     delivered after a younger one; always 0 if nothing is merged
     * @param damages        damaged places of the recordings, as far as they were read; each was reported to the error
     *                       handler
     * @param damagedEvents  in damaged places, or in files that are missing between others; null if their number is
     *                       unknown: the recording is damaged up to its end, or was read no further
     * @param filteredEvents left out when the recordings were written from others, as far as they were read
     * @param takenElsewhere events and losses of the recorded sessions that are missing in the recordings: other
     *                       readers took them, or a recording is damaged
     * @param behindEvents   of sessions that this reader only {@linkplain Source#peek peeks} at, and did not see, as
     *                       their room was given to newer ones first
     * @param leftOutEvents  read and not delivered, as the {@linkplain ReaderContext#filter filter} does not accept
     *                       them
     * @param lossesKnown    whether no more events of the recordings may be lost than were counted: false if the number
     *                       of events in damaged places is unknown, or if {@link #recordingsCutOff()} has found a
     *                       recording without an end
     */
    public record Totals(long events, long gaps, long lostEvents, long handlerErrors, long lateEvents, long damages,
            @Nullable Long damagedEvents, long filteredEvents, long takenElsewhere, long behindEvents,
            long leftOutEvents, boolean lossesKnown) {}

    /** Most sources that are read together. */
    public static final int SOURCES_MAX = 64;

    /** Longest time that events wait for a recording that has not ended, in nanoseconds. */
    public static final long LONGEST_HOLD_NS = RecordingSources.LONGEST_HOLD_NS;

    /** Events that are delivered before their turn, until there is room again. */
    private static final int EVENTS_TO_MAKE_ROOM = 1024;

    /** A session whose newest delivered event is older than this has a backlog. */
    private static final long BACKLOG_NS = TimeUnit.SECONDS.toNanos(1);

    /** Polls of sessions after all lanes were empty: what was lost at their ends, and by the dead, takes some. */
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
     * @param sources to read, at most {@link #SOURCES_MAX}
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
     * @param sources to read, at most {@link #SOURCES_MAX}; more can be {@linkplain #add added}
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
     * @param source to read, too
     * @throws RingsideException     with {@link ErrorCode#NOT_FOUND} if there is no such session, or no recording in
     *                               the folder; {@link ErrorCode#BUSY} and the holder's name if the session has a
     *                               reader or recorder already; {@link ErrorCode#WRONG_KIND} if the session is private
     *                               or a session in overwrite mode; {@link ErrorCode#LIMIT} if there are
     *                               {@link #SOURCES_MAX} sources
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
     * @param handler receives them
     * @return work done: events and gaps delivered, events left out, and what was read of recordings; 0 if there was
     *         none
     * @throws RingsideException if a recording is damaged so that reading cannot continue; again every 100 milliseconds
     *                           while it is polled. What the handler throws is thrown, too, unless there is an error
     *                           handler
     */
    public int poll(final EventHandler handler) {
        return poll(handler, Integer.MAX_VALUE);
    }

    /**
     * Deliver the events and losses that are due, up to a number of events. Never waits.
     *
     * @param handler    receives them
     * @param eventLimit most events, besides the limits of the {@link ReaderContext}: what is taken of a session is
     *                   gone. Unmerged, an excerpt of a recording is delivered as a whole after what was taken of
     *                   sessions
     * @return work done: events and gaps delivered, events left out, and what was read of recordings; 0 if there was
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
     * Deliver what was read of recordings and waits for older events, as nothing more will be polled, and what the
     * receivers of recordings know to be missing. What was seen of sessions stays in their rings.
     *
     * @param handler receives it
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
     * This reader as an agent, for Agrona's runners and invokers: a duty cycle polls, and closing the agent closes the
     * reader.
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
     * Read what is there, then stop: poll until each lane found has been empty at some moment and each recording was
     * read to its end, or nothing more can come; of sessions, look some times more for what was lost at the ends of
     * lanes and by processes that have died, and for events that wait for older ones; then deliver what was read of
     * recordings and waits. Events of a session that wait for the event of a thread that is stopped within a write stay
     * in its rings, if it does not go on within the {@linkplain ReaderContext#reorderWindowNs reorder window}. It ends
     * also beside writers that never stop, and does not wait for the end of sessions.
     *
     * <pre>{@code
     * try (EventReader reader = EventReader.open(Source.recording(folder))) {
     *     reader.readAvailable(event -> System.out.println(event));
     * }
     * }</pre>
     *
     * @param handler receives events and losses
     * @return events delivered by this call
     * @throws RingsideException as {@link #poll(EventHandler)}; {@link #deliverRest} then delivers what was read before
     *                           the damage
     */
    public long readAvailable(final EventHandler handler) {
        return readAvailable(handler, () -> false);
    }

    /**
     * Read what is there, then stop, or stop earlier.
     *
     * @param handler     receives events and losses
     * @param isCancelled asked after each poll whether to stop: then what waits for older events is not delivered
     * @return events delivered by this call
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

    /** Looks for what sessions have at their ends; false if that was cancelled. */
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

    /** {@return everything that was counted so far} Allocates. */
    public Totals totals() {
        return new Totals(tally.events, tally.gaps, tally.lostEvents, tally.handlerErrors,
                order == null ? 0 : order.late().count(), recordings.sum(RecordInput::damages),
                recordings.damagedEvents(), recordings.sum(RecordInput::filtered),
                recordings.sum(RecordInput::takenElsewhere), recordings.sum(RecordInput::behind),
                tally.leftOut, cutOff == 0 && recordings.damagedEvents() != null);
    }

    /**
     * Find the recordings whose end is missing. A recording that ended well has an end mark, and one that is still
     * written has a recorder, or a receiver. Otherwise that was killed, or the end is missing: nobody knows whether
     * there were more events. Each such recording is reported to the error handler. Call it when reading is done.
     *
     * @return how many of the recordings that were read to their last excerpt have no end
     */
    public long recordingsCutOff() {
        cutOff = recordings.cutOff();
        return cutOff;
    }

    /**
     * {@return whether nothing more will be delivered: all sessions have ended, those of recordings too, and everything
     * was delivered; or the limit of events is reached; or all events of the time of the {@linkplain
     * ReaderContext#filter filter} were merged, but for what {@link #deliverRest} delivers}
     */
    public boolean isDone() {
        return tally.events >= context.eventLimit() || isBehindFilter()
                || (all(SessionSource::hasEnded) && recordings.hasEnded() && !holdsBack());
    }

    /** A later event alone does not decide it: with a time that its writer gave, it may come before others. */
    private boolean isBehindFilter() {
        final EventFilter filter = context.filter();
        return filter != null && tally.isBehindFilter && mergedNs > filter.untilNs();
    }

    /** {@return whether nothing waits in any lane found so far, and the last poll reached the end of each recording} */
    public boolean isEmpty() {
        return tally.isEmpty() && all(SessionSource::isEmpty) && recordings.isAtEnd();
    }

    /**
     * {@return whether each lane found so far has been empty at some moment, and the last poll reached the end of each
     * recording: comes true also beside writers that never stop} What waits for older events then comes with {@link
     * #deliverRest}, or after a moment by itself.
     */
    public boolean hasCaughtUp() {
        return all(SessionSource::haveLanesBeenEmpty) && recordings.haveBeenRead();
    }

    /** {@return whether something was seen and not delivered yet, because older events may still come} */
    public boolean holdsBack() {
        return !tally.isEmpty() || (order != null && !order.isEmpty());
    }

    /**
     * {@return the time up to which everything was delivered but for late events, in nanoseconds since 1970; {@link
     * Long#MIN_VALUE} before the first poll, or if nothing is merged}
     */
    public long mergedNs() {
        return mergedNs;
    }

    /**
     * {@return the position up to which everything of the recording was handed on, by polls until now; null before the
     * first} A reader that {@linkplain Source#after continues} there gets each event after it, and no event before it.
     * In the order of time, events after the position may have been handed on as well, because older ones were still
     * waited for; they come again. {@link ReaderContext#merged Unmerged}, there are none.
     *
     * @throws IllegalStateException if this reader reads anything else than one recording
     */
    public @Nullable RecordingPosition position() {
        if (!sessions.isEmpty()) {
            throw new IllegalStateException("position is that of one recording: sessions=" + sessions.size()
                    + ": read the recording with a reader of its own");
        }
        return recordings.position();
    }

    /**
     * {@return by how much the times of events of two hosts may differ from their true order at most, in nanoseconds,
     * as far as recordings that were received from other hosts were read: 0 if all are of one host; {@link
     * Long#MAX_VALUE} if the clock of a host was not measured while it recorded} Events of the same host are in their
     * true order.
     */
    public long orderBoundNs() {
        return recordings.orderBoundNs(!sessions.isEmpty());
    }

    /** Scan for new processes of the sessions, and for losses of lanes that are empty, in the next poll. */
    public void scanSoon() {
        sessions.forEach(SessionSource::scanSoon);
        recordings.scanSoon();
    }

    /**
     * Stop reading. What was not taken of sessions waits for the next reader. If a handler has thrown in the last poll,
     * events of sessions that were taken with the one at which it threw are discarded; their number is reported to the
     * error handler, or on the standard error stream.
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
            // A recording can be read again.
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
     * The wall clock may have been stepped between two starts; by the clocks of the newest one, the same ticks are the
     * same time everywhere, and no source waits until the clock of another one has made up the step.
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
        // Events that a handler that threw has left are delivered first: their bytes give way to what is read now.
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
        // Without a clock, a recorder is not waited for any more, though something may come yet.
        mergedNs = Math.max(mergedNs, merge.mergedNs(
                nowNs == Long.MAX_VALUE ? Math.min(watermarkNs, recordings.readNs()) : watermarkNs));
        while (events < eventLimit && recordings.isOverfull()) {
            // No more than has to: what stays may yet find older events.
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
     * Nothing is read while it would only wait for what sessions have, or for its turn; where the end of a recording
     * was reached, what its recorder has appended is wanted all the same.
     */
    private boolean mayRead(final long sessionsNs, final long nowNs) {
        final boolean hasBacklog = nowNs != Long.MAX_VALUE && sessionsNs < nowNs - BACKLOG_NS;
        return (!hasBacklog || recordings.readNs() <= sessionsNs) && (!behind || recordings.isAtEnd());
    }

    /** Each session is the first to be asked in its turn; returns whether an excerpt was read. */
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
        // After the sessions: what is too much of a recording is not lost.
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
