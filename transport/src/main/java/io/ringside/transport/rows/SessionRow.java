package io.ringside.transport.rows;

import io.ringside.event.EventLimits;
import io.ringside.session.SessionSettings;
import io.ringside.session.SessionState;
import io.ringside.transport.directory.Incarnation;

/**
 * A session. Immutable.
 * <p>
 * The generation is that of the last change of the session <em>or of one of its enablements</em>: every change of an
 * enablement is followed by a rename of the session's row. Who has read this row first and the enablements after it has
 * seen all that the generation stands for.
 *
 * @param id         grows from session to session, never used twice, positive
 * @param slot       bit of the session in flag words, 0 to 63, reused after the session's end
 * @param state      of the session
 * @param generation value of the change counter, positive
 * @param settings   with the name
 * @param start      when the session was started
 * @param controller who started it, or, in {@link SessionState#STOPPING}, who is ending it
 */
public record SessionRow(
        long id,
        int slot,
        SessionState state,
        long generation,
        SessionSettings settings,
        ClockPair start,
        Incarnation controller) {
    /** Session ids are positive: this is none. */
    public static final long NULL_SESSION_ID = 0;

    /** Check the ranges. */
    public SessionRow {
        RowCheck.inRange("id", id, 1, Long.MAX_VALUE);
        RowCheck.inRange("slot", slot, 0, EventLimits.SESSIONS_MAX - 1);
        RowCheck.inRange("generation", generation, 1, Long.MAX_VALUE);
    }

    /** Name of the session, in the spelling in which it was given. */
    public String name() {
        return settings.name();
    }

    /** Whether providers may be enabled. */
    public boolean isRunning() {
        return state == SessionState.RUNNING;
    }

    /**
     * The same session after a change.
     *
     * @param newGeneration of the change
     */
    public SessionRow withGeneration(final long newGeneration) {
        return new SessionRow(id, slot, state, newGeneration, settings, start, controller);
    }

    /**
     * The same session, from now on ending.
     *
     * @param newGeneration of the change
     * @param newController who is ending it
     */
    public SessionRow stopping(final long newGeneration, final Incarnation newController) {
        return new SessionRow(id, slot, SessionState.STOPPING, newGeneration, settings, start, newController);
    }
}
