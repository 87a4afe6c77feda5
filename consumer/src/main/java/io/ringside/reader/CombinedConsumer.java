package io.ringside.reader;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.merge.TimeOrder;
import io.ringside.internal.registry.ClockPair;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;
import org.jspecify.annotations.Nullable;

/**
 * Reads sessions as they are written and recordings together, in one order of time, and hands every event and every
 * loss to the handler of its source. An agent to be run by the caller, with an idle strategy of the caller's choice.
 * Not thread-safe.
 * <p>
 * Each holds what {@link SessionConsumer} and {@link RecordingConsumer} say of their kind. What is younger waits for
 * what is older wherever that is: while a recording of the past is read, the events of a session wait in its rings, and
 * what finds no room there is lost and counted; while a session is recorded, the events of others wait for what its
 * recorder may yet append, {@link #LONGEST_HOLD_NS} at most.
 * <p>
 * If the wall clock was stepped between the starts of the sessions, the times of all of them, and of recordings made
 * since the computer was started, are converted by the clocks of the session that started last.
 */
public final class CombinedConsumer implements Agent, AutoCloseable {
    /** Most sessions and recordings that are read together (R6.2). */
    public static final int SOURCES_MAX = RecordingContext.FOLDERS_MAX;

    /** How long what was seen waits for a recording that has not ended. */
    public static final long LONGEST_HOLD_NS = RecordingSources.LONGEST_HOLD_NS;

    /** A session that is further behind has a backlog. */
    private static final long BACKLOG_NS = TimeUnit.SECONDS.toNanos(1);

    private final @Nullable TimeOrder order;
    private final List<SessionSource> sessions = new ArrayList<>();
    private final RecordingSources recordings;
    private long mergedNs = Long.MIN_VALUE;
    private boolean behind;
    private int first;

    private CombinedConsumer(final @Nullable TimeOrder order) {
        this.order = order;
        this.recordings = new RecordingSources(order);
    }

    /**
     * A consumer without sources: sessions and recordings are added before its first duty cycle.
     *
     * @param merged whether events come in the order of their times, or lane by lane; what is added follows that,
     *               whatever its context says, and how many events are taken at once is said by {@link #doWork(int)}
     */
    public static CombinedConsumer open(final boolean merged) {
        return new CombinedConsumer(merged ? new TimeOrder() : null);
    }

    /**
     * Become the consumer of a session, too.
     *
     * @param context which session, and how; who calls {@link #doWork(int)} says how many events it may take
     * @throws RingsideException        as {@link SessionConsumer#open}, or with {@link ErrorCode#LIMIT} if there are
     *                                  {@link #SOURCES_MAX} sources; those that were added before stay
     * @throws IllegalArgumentException if the context has a limit of events
     */
    public void add(final ConsumerContext context) {
        requireUnlimited(context.eventLimit());
        requireRoom(1);
        sessions.add(SessionSource.open(context, order));
        convertByNewestStart();
    }

    /**
     * Read recordings, too.
     *
     * @param context which ones, and how
     * @throws RingsideException        as {@link RecordingConsumer#open}, or with {@link ErrorCode#LIMIT} if there are
     *                                  {@link #SOURCES_MAX} sources; those that were added before stay, also those of
     *                                  the same context
     * @throws IllegalArgumentException if the context has a limit of events
     */
    public void add(final RecordingContext context) {
        requireUnlimited(context.eventLimit());
        requireRoom(context.folders().size());
        recordings.add(context);
        convertByNewestStart();
    }

    /** Whether one of the sources is a session, of which whatever is delivered is taken. */
    public boolean takes() {
        return !sessions.isEmpty();
    }

    /** Events delivered up to now. */
    public long events() {
        long events = recordings.delivered(Delivery::events);
        for (int i = 0; i < sessions.size(); i++) {
            events += sessions.get(i).delivery().events();
        }
        return events;
    }

    /** Events delivered up to now behind a younger one; always 0 if nothing is merged. */
    public long lateEvents() {
        return order == null ? 0 : order.late().count();
    }

    /** Gaps delivered up to now. */
    public long gaps() {
        long gaps = recordings.delivered(Delivery::gaps);
        for (int i = 0; i < sessions.size(); i++) {
            gaps += sessions.get(i).delivery().gaps();
        }
        return gaps;
    }

    /** Damaged places of the recordings: see {@link RecordingConsumer#damages}. */
    public long damages() {
        return recordings.sum(RecordingSource::damages);
    }

    /** Events that the recordings do not have: see {@link RecordingConsumer#filteredEvents}. */
    public long filteredEvents() {
        return recordings.sum(RecordingSource::filtered);
    }

    /** Whether all sessions have ended, those of recordings too, and everything was delivered (R6.10). */
    public boolean hasEnded() {
        return all(SessionSource::hasEnded) && recordings.hasEnded() && !holdsBack();
    }

    /** Whether each session's lanes have been empty when they were asked for, and each recording's end was reached. */
    public boolean hasCaughtUp() {
        return all(SessionSource::haveLanesBeenEmpty) && recordings.isAtEnd();
    }

    /** Whether something was seen that waits, because older events may still come. */
    public boolean holdsBack() {
        return order != null && !order.isEmpty();
    }

    /**
     * Up to when everything was delivered but for late events, in nanoseconds since 1970; the least value if nothing is
     * merged.
     */
    public long mergedNs() {
        return mergedNs;
    }

    /** Look for new processes of the sessions, and for losses of lanes that are empty, in the next duty cycle. */
    public void scanSoon() {
        sessions.forEach(SessionSource::scanSoon);
    }

    @Override
    public int doWork() {
        return doWork(ConsumerContext.DEFAULT_EVENTS_PER_CYCLE);
    }

    /**
     * Take what waits. Never waits.
     *
     * @param mostEvents to deliver: what is taken of a session is gone; unmerged, an excerpt of a recording is
     *                   delivered as a whole behind what was taken of sessions
     * @return events and gaps delivered, and what was read of recordings
     * @throws RingsideException if a recording is damaged so that reading cannot go on
     */
    public int doWork(final int mostEvents) {
        if (mostEvents <= 0) {
            return 0;
        }
        final long before = events() + gaps();
        final boolean read = order == null ? pollEach(mostEvents) : pollMerged(order, mostEvents);
        return (int) (events() + gaps() - before) + (read ? 1 : 0);
    }

    /**
     * Deliver what was read of recordings and waits, as nothing more will be read or taken. What was seen of sessions
     * stays in their rings.
     */
    public void deliverRest() {
        if (order != null) {
            order.leaveSessions();
            order.poll(Long.MAX_VALUE, Integer.MAX_VALUE);
        }
    }

    @Override
    public String roleName() {
        return "ringside-consumer";
    }

    @Override
    public void onClose() {
        close();
    }

    /** End to be the drain of the sessions, and to read. What was not taken waits for the next drain. */
    @Override
    public void close() {
        try {
            CloseHelper.closeAll(sessions);
        } finally {
            recordings.close();
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

    private boolean pollMerged(final TimeOrder merge, final int mostEvents) {
        long nowNs = Long.MAX_VALUE;
        long sessionsNs = Long.MAX_VALUE;
        for (int i = 0; i < sessions.size(); i++) {
            nowNs = Math.min(nowNs, sessions.get(i).hasEnded() ? Long.MAX_VALUE : sessions.get(i).epochNs());
        }
        for (int i = 0; i < sessions.size(); i++) {
            sessionsNs = Math.min(sessionsNs, sessions.get(i).stage());
        }
        final boolean read = mayRead(sessionsNs, nowNs) && recordings.read(nowNs);
        final long watermarkNs = Math.min(sessionsNs, recordings.dueNs());
        int events = merge.poll(watermarkNs, mostEvents);
        // Without a clock, nobody waits for a recorder any more, though something may come yet.
        mergedNs = Math.max(mergedNs, merge.mergedNs(
                nowNs == Long.MAX_VALUE ? Math.min(watermarkNs, recordings.readNs()) : watermarkNs));
        if (events < mostEvents && recordings.isOverfull()) {
            events += merge.poll(Long.MAX_VALUE, mostEvents - events);
        }
        behind = events >= mostEvents;
        return read;
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
    private boolean pollEach(final int mostEvents) {
        int left = mostEvents;
        for (int i = 0; i < sessions.size() && left > 0; i++) {
            final SessionSource session = sessions.get((first + i) % sessions.size());
            final long before = session.delivery().events();
            if (!session.hasEnded()) {
                session.poll(left);
            }
            left -= (int) (session.delivery().events() - before);
        }
        first = sessions.isEmpty() ? 0 : (first + 1) % sessions.size();
        // Behind the sessions: what is too much of a recording is not lost.
        return recordings.read(Long.MAX_VALUE);
    }

    private boolean all(final Predicate<SessionSource> asked) {
        for (int i = 0; i < sessions.size(); i++) {
            if (!asked.test(sessions.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static void requireUnlimited(final long eventLimit) {
        if (eventLimit != Long.MAX_VALUE) {
            throw new IllegalArgumentException("events of one source of several cannot be limited: eventLimit="
                    + eventLimit + ": give the number to doWork");
        }
    }

    private void requireRoom(final int more) {
        final int count = sessions.size() + recordings.size();
        if (count + more > SOURCES_MAX) {
            throw new RingsideException(ErrorCode.LIMIT, "too many sources: sources=" + (count + more) + ", max="
                    + SOURCES_MAX + ": read them in several runs");
        }
    }
}
