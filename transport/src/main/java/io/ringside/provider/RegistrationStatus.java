package io.ringside.provider;

/** Whether a registration can record events. */
public enum RegistrationStatus {
    /** Not yet complete: events are not wanted; it will be complete by itself. */
    PENDING,
    /** Complete: whatever a session wants of it is recorded. */
    ACTIVE,
    /**
     * Impossible for now, for the reason that {@link ProviderRegistration#problem} gives: events are not wanted. If
     * that may pass, such as a full disk or a trace directory that cannot be opened, the runtime tries again with
     * growing intervals of up to 10 s, and the registration becomes {@link #ACTIVE}.
     */
    UNAVAILABLE,
    /** Closed: writes give {@link io.ringside.write.WriteStatus#INVALID_HANDLE}. */
    CLOSED
}
