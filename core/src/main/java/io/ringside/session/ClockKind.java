package io.ringside.session;

/** The clock that stamps a session's events. */
public enum ClockKind {
    /** The monotonic clock that all JVMs of a host share, in nanoseconds. */
    MONOTONIC,
    /** The processor's time-stamp counter, in its ticks, if the machine and the JDK support it. */
    TSC
}
