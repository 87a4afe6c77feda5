package io.ringside.internal.write;

import org.jspecify.annotations.Nullable;

/**
 * The sessions that want one event in this process, with their settings. It is read as a single object, so that a
 * session's settings are never mixed with earlier ones or with another session's. Immutable.
 */
final class EventEnablement {
    /** No session wants the event. */
    static final EventEnablement NONE = new EventEnablement(0, null, null);

    /** Slots of the sessions that are attached here and whose current settings want the event. */
    final long slots;
    /** The extras beyond the plain record; null if no session wants any, which makes them free for a write. */
    final @Nullable EventExtras extras;

    /** The session, if it is the only one and wants the plain record; else null. */
    final @Nullable SessionLanes only;

    EventEnablement(final long slots, final @Nullable EventExtras extras, final @Nullable SessionLanes only) {
        this.slots = slots;
        this.extras = extras;
        this.only = only;
    }
}
