package io.ringside.internal.registry;

/**
 * How the agent of a process is. Immutable.
 *
 * @param longestCycleNs longest cycle of the agent
 * @param errorCount     errors that the agent has met
 * @param lanesInUse     lanes of all sessions that have an owner
 */
public record ProcessHealth(long longestCycleNs, long errorCount, long lanesInUse) {}
