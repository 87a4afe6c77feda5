package io.ringside.internal.write;

import org.jspecify.annotations.Nullable;

/**
 * The sessions that want one event in this process, and how: read as one thing, so that no session's settings are ever
 * mixed with those before them or with another session's. Immutable.
 */
final class EventInterest {
    /** Nobody. */
    static final EventInterest NONE = new EventInterest(0, null, null);

    /** Slots of the sessions that are attached here, and whose settings in force here want the event. */
    final long slots;
    /** The extras beyond the plain record; null if nobody wants any, which costs a write no more than this. */
    final @Nullable EventExtras extras;

    /** The session, if it is the only one and wants the plain record; else null. */
    final @Nullable SessionLanes only;

    EventInterest(final long slots, final @Nullable EventExtras extras, final @Nullable SessionLanes only) {
        this.slots = slots;
        this.extras = extras;
        this.only = only;
    }
}
