package io.ringside.cli.console;

/** A limit for the number of lines per second. Further lines are only counted, and need not be rendered. */
public interface LineBudget {
    /**
     * Count an event if its line would be left out.
     *
     * @param timeNs of the event, in nanoseconds since 1970
     * @return true if the event was counted and its line is to be left out; false if the line is to be written
     */
    boolean leavesOut(long timeNs);
}
