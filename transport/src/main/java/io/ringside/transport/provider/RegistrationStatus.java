package io.ringside.transport.provider;

/** Whether a registration can record events. */
public enum RegistrationStatus {
    /** Not yet complete: events are not wanted; it will be complete by itself. */
    PENDING,
    /** Complete: whatever a session wants of it is recorded. */
    ACTIVE,
    /** Impossible, and why is said by {@link ProviderRegistration#problem}: events are never wanted. */
    UNAVAILABLE,
    /** Closed: writes give {@link io.ringside.transport.write.WriteStatus#INVALID_HANDLE}. */
    CLOSED
}
