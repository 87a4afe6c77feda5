package io.ringside.cli.console;

/** A budget of lines that can be shown in a second: the others are counted, and need not be made. */
public interface LineBudget {
    /**
     * Count an event whose line would be left out.
     *
     * @param timeNs of the event, in nanoseconds since 1970
     * @return whether it was counted; else its line is to be written
     */
    boolean leavesOut(long timeNs);
}
