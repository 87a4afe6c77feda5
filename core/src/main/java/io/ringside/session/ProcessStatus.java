package io.ringside.session;

/**
 * A process of a trace directory, and the health of the thread in it that applies what sessions want, as a controller
 * has read them. Immutable.
 *
 * @param process        that has used the directory
 * @param alive          whether it lives
 * @param longestCycleNs longest cycle of that thread, in nanoseconds
 * @param errorCount     errors that the thread has met
 * @param lanesInUse     lanes of all sessions that a thread of the process owns now
 */
public record ProcessStatus(
        ProcessInfo process, boolean alive, long longestCycleNs, long errorCount, long lanesInUse) {}
