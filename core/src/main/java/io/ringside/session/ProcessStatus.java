package io.ringside.session;

/**
 * A process of a trace directory with the state of its control thread, which applies the sessions' enablements, as read
 * by a controller. Immutable.
 *
 * @param process        that has used the directory
 * @param alive          whether the process is alive
 * @param longestCycleNs duration of the thread's longest cycle, in nanoseconds
 * @param errorCount     number of errors in the thread
 * @param lanesInUse     lanes of all sessions that threads of the process own
 */
public record ProcessStatus(
        ProcessInfo process, boolean alive, long longestCycleNs, long errorCount, long lanesInUse) {}
