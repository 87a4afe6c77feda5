package io.ringside.internal.registry;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.event.EventLimits;
import io.ringside.internal.files.Incarnation;
import io.ringside.session.SessionInfo;
import io.ringside.session.SessionSettings;
import java.util.UUID;

/**
 * A session. Immutable.
 * <p>
 * The generation is that of the last change of the session <em>or of one of its enablements</em>: every change of an
 * enablement is followed by a rename of the session's row. A process that reads this row first and the enablements
 * after it sees all changes up to that generation.
 *
 * @param id         grows from session to session, never used twice, positive
 * @param slot       bit of the session in enable masks, 0 to 63, reused after the session's end
 * @param state      of the session
 * @param generation value of the change counter, positive
 * @param settings   with the name
 * @param start      when the session was started
 * @param controller the process that started it, or, in {@link SessionInfo.State#STOPPING}, that is ending it
 * @param flushes    how often its drain was asked to deliver what it has taken, never negative
 */
public record SessionRow(
        long id,
        int slot,
        SessionInfo.State state,
        long generation,
        SessionSettings settings,
        ClockPair start,
        Incarnation controller,
        long flushes)
        implements
            SessionInfo {
    /** Session ids are positive: this is none. */
    public static final long NULL_SESSION_ID = 0;

    /** Check the ranges. */
    public SessionRow {
        RowCheck.inRange("id", id, 1, Long.MAX_VALUE);
        RowCheck.inRange("slot", slot, 0, EventLimits.SESSIONS_MAX - 1);
        RowCheck.inRange("generation", generation, 1, Long.MAX_VALUE);
        RowCheck.inRange("flushes", flushes, 0, Long.MAX_VALUE);
    }

    /** A session that was never flushed. */
    public SessionRow(final long id, final int slot, final SessionInfo.State state, final long generation,
            final SessionSettings settings, final ClockPair start, final Incarnation controller) {
        this(id, slot, state, generation, settings, start, controller, 0);
    }

    @Override
    public long startTimeNs() {
        return start.wallNs();
    }

    @Override
    public long timeNs(final long nanoTime) {
        return nanoTime + start.toEpochNs(0);
    }

    /**
     * Whether the session is for a process: for all of them, unless it is private to one.
     *
     * @param process that is asked for
     */
    public boolean isFor(final Incarnation process) {
        return !settings.isPrivate() || new UUID(process.most(), process.least()).equals(settings.privateTo());
    }

    /**
     * Refuse a session that nothing drains.
     *
     * @throws RingsideException with {@link ErrorCode#WRONG_KIND} if it is in overwrite mode
     */
    public void requireDrainable() {
        if (settings.overflow() == SessionSettings.Overflow.DROP_OLDEST) {
            throw new RingsideException(ErrorCode.WRONG_KIND,
                    "session is in overwrite mode, which nothing drains: session=" + name() + ": use snapshot");
        }
    }

    /**
     * The same session after a change.
     *
     * @param newGeneration of the change
     */
    public SessionRow withGeneration(final long newGeneration) {
        return new SessionRow(id, slot, state, newGeneration, settings, start, controller, flushes);
    }

    /**
     * The same session, from now on ending.
     *
     * @param newGeneration of the change
     * @param newController the process that is ending it
     */
    public SessionRow stopping(final long newGeneration, final Incarnation newController) {
        return new SessionRow(id, slot, SessionInfo.State.STOPPING, newGeneration, settings, start, newController,
                flushes);
    }

    /**
     * The same session with other settings. Its generation stays: what processes have acknowledged holds.
     *
     * @param newSettings of the same name
     */
    public SessionRow withSettings(final SessionSettings newSettings) {
        return new SessionRow(id, slot, state, generation, newSettings, start, controller, flushes);
    }

    /** The same session, whose drain is asked once more to deliver what it has taken. */
    public SessionRow flushed() {
        return new SessionRow(id, slot, state, generation, settings, start, controller, flushes + 1);
    }
}
