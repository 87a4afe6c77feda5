package io.ringside.consumer.trigger;

/**
 * One firing of a trigger. Immutable.
 *
 * @param number     of the firing, from 1
 * @param timeNs     of the event that has fired it, since 1970
 * @param provider   of that event: its name, or its id as text
 * @param event      its name; empty if it is unknown
 * @param suppressed events since the firing before that met the condition and have fired nothing
 */
public record TriggerFiring(long number, long timeNs, String provider, String event, long suppressed) {}
