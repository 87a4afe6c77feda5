package io.ringside.control;

import io.ringside.internal.files.Incarnation;
import io.ringside.internal.registry.Acknowledgement;
import io.ringside.internal.registry.ProcessView;

/** Which processes a change of a session concerns, and when they have applied it. */
interface Concern {
    /** Whether the process has anything to do with the change. */
    boolean concerns(ProcessView process);

    /** Whether what the process has acknowledged for the session's slot covers the change. */
    boolean isMet(Acknowledgement acknowledgement);

    /** Whether a process whose page cannot be read has an answer outstanding, as far as its other files show. */
    boolean mayAwaitWithoutPage(Incarnation incarnation);

    /** Whether callbacks that the change has led to have not returned, in a process that has acknowledged it. */
    default boolean awaitsCallback(final ProcessView process) {
        return false;
    }
}
