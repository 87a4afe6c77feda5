package io.ringside.internal.write;

/** Counts losses for which there was no lane. Thread-safe, without locks or allocation. */
public interface LanelessCounter {
    /**
     * Count an event whose thread found no free lane.
     *
     * @param slot   slot of the session
     * @param timeNs monotonic time of the event in nanoseconds
     */
    void addNoLane(int slot, long timeNs);

    /**
     * Count an event for which the process had been refused the memory of the session's lanes.
     *
     * @param slot   slot of the session
     * @param timeNs monotonic time of the event in nanoseconds
     */
    void addNotAttached(int slot, long timeNs);
}
