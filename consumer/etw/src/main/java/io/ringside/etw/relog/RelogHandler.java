package io.ringside.etw.relog;

import io.ringside.reader.EventView;
import io.ringside.reader.GapView;

/**
 * Handler that decides which events of the sources reach the output. Called by the relogger's thread. An exception ends
 * relogging and removes the output.
 */
@FunctionalInterface
public interface RelogHandler {
    /**
     * Called before the first event.
     *
     * @param stream to write to
     */
    default void onStreamBegin(final RelogStream stream) {
        // Most handlers prepare nothing.
    }

    /**
     * Called for each event of the sources, in order of time. The event is written only if it is injected during this
     * call.
     *
     * @param event  valid during the call
     * @param stream to write to
     */
    void onEvent(EventView event, RelogStream stream);

    /**
     * Called for each loss of the sources. The output contains it in any case.
     *
     * @param gap    valid during the call
     * @param stream to write to
     */
    default void onGap(final GapView gap, final RelogStream stream) {
        // Most handlers ignore losses.
    }

    /**
     * Called after all sources have been read.
     *
     * @param stream to write to
     */
    default void onStreamEnd(final RelogStream stream) {
        // Most handlers add nothing at the end.
    }
}
