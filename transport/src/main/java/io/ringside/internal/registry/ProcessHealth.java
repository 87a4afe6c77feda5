package io.ringside.internal.registry;

/**
 * Health of a process's control thread. Immutable.
 *
 * @param longestCycleNs longest cycle of the control thread
 * @param errorCount     errors that the control thread has met
 * @param lanesInUse     lanes of all sessions that have an owner
 */
public record ProcessHealth(long longestCycleNs, long errorCount, long lanesInUse) {}
