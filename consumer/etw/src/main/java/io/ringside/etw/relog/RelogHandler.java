package io.ringside.etw.relog;

import io.ringside.reader.EventView;
import io.ringside.reader.GapView;

/**
 * Decides what of the sources reaches the output. Called by the relogger's thread; what it throws ends the
 * relogging, which then leaves nothing.
 */
@FunctionalInterface
public interface RelogHandler {
    /**
     * Reading begins.
     *
     * @param stream to write to
     */
    default void onStreamBegin(final RelogStream stream) {
        // Not everybody has something to do first.
    }

    /**
     * An event of the sources, in the order of time. It is written only if it is injected, now.
     *
     * @param event  valid during the call
     * @param stream to write to
     */
    void onEvent(EventView event, RelogStream stream);

    /**
     * A loss of the sources. It is carried over whatever is done here.
     *
     * @param gap    valid during the call
     * @param stream to write to
     */
    default void onGap(final GapView gap, final RelogStream stream) {
        // Nobody needs to do anything.
    }

    /**
     * All of the sources was read.
     *
     * @param stream to write to
     */
    default void onStreamEnd(final RelogStream stream) {
        // Not everybody has something to do last.
    }
}
