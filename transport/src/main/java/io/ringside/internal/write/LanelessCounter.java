package io.ringside.internal.write;

/** Counts losses that have no lane. Thread-safe, free of locks and allocation. */
public interface LanelessCounter {
    /**
     * A thread found no lane left.
     *
     * @param slot   of the session
     * @param timeNs monotonic
     */
    void addNoLane(int slot, long timeNs);

    /**
     * The process had been refused the memory for the session's lanes.
     *
     * @param slot   of the session
     * @param timeNs monotonic
     */
    void addNotAttached(int slot, long timeNs);
}
