package io.ringside.internal.merge;

import io.ringside.internal.drain.DrainedProcess;

/** How ticks of events become times that can be compared between processes. */
@FunctionalInterface
public interface EventTimes {
    /**
     * Returns the offset that turns the ticks of a process's events into nanoseconds since 1970.
     *
     * @param process that wrote them
     * @return the difference to nanoseconds since 1970
     */
    long ticksToEpochNs(DrainedProcess process);
}
