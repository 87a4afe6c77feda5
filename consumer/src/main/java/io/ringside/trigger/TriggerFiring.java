package io.ringside.trigger;

/**
 * One firing of a trigger. Immutable.
 *
 * @param number     of the firing, from 1
 * @param timeNs     of the event that has fired it, since 1970, by the clocks of the session that is read
 * @param timeTicks  of that event, in ticks of the session's clock: the same in all sessions by that clock
 * @param provider   of that event: its name, or its id as text
 * @param event      its name, or what it is shown as without one
 * @param suppressed events since the firing before that met the condition and have fired nothing
 */
public record TriggerFiring(long number, long timeNs, long timeTicks, String provider, String event, long suppressed) {}
