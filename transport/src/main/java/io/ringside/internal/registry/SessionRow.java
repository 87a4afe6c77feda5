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
 * The generation is the one of the last change of the session <em>or of one of its enablements</em>: every change of an
 * enablement is followed by a rename of the session's row. A process that reads this row first and the enablements
 * after it sees all changes up to that generation.
 *
 * @param id         id that grows from session to session and is never reused, positive
 * @param slot       bit of the session in enable masks, 0 to 63, reused after the session's end
 * @param state      of the session
 * @param generation value of the change counter when the row was written, positive
 * @param settings   settings, including the name
 * @param start      when the session was started
 * @param controller the process that started it, or, in {@link SessionInfo.State#STOPPING}, that is ending it
 * @param flushes    number of requests to its drain to deliver the events it has taken, never negative
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
    /** Id of no session; session ids are positive. */
    public static final long NULL_SESSION_ID = 0;

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
     * Returns whether a process takes part in the session: every process does, unless the session is private to one.
     *
     * @param process process to check
     */
    public boolean isFor(final Incarnation process) {
        return !settings.isPrivate() || new UUID(process.most(), process.least()).equals(settings.privateTo());
    }

    /**
     * Refuse a session that cannot be drained.
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
     * Returns the same session with the generation of a change.
     *
     * @param newGeneration of the change
     */
    public SessionRow withGeneration(final long newGeneration) {
        return new SessionRow(id, slot, state, newGeneration, settings, start, controller, flushes);
    }

    /**
     * Returns the same session as one that is being ended.
     *
     * @param newGeneration of the change
     * @param newController process that is ending it
     */
    public SessionRow stopping(final long newGeneration, final Incarnation newController) {
        return new SessionRow(id, slot, SessionInfo.State.STOPPING, newGeneration, settings, start, newController,
                flushes);
    }

    /**
     * Returns the same session with other settings. Its generation stays, so that acknowledgements remain valid.
     *
     * @param newSettings settings with the same name
     */
    public SessionRow withSettings(final SessionSettings newSettings) {
        return new SessionRow(id, slot, state, generation, newSettings, start, controller, flushes);
    }

    /** Returns the same session with one more request to its drain to deliver the events it has taken. */
    public SessionRow flushed() {
        return new SessionRow(id, slot, state, generation, settings, start, controller, flushes + 1);
    }
}
