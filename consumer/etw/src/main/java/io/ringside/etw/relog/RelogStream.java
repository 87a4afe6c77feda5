package io.ringside.etw.relog;

import io.ringside.reader.EventView;

/** The output of a relogger, for its handler. For the relogger's thread. */
public interface RelogStream {
    /**
     * Write the event that the handler was just called with, as it is.
     *
     * @param event the handler's
     * @throws IllegalStateException if it is another one, or was written before
     */
    void inject(EventView event);

    /**
     * Write a new event, where its time belongs. One that is older than the event before the handler's is too late for
     * that: a reader of the output gets it after younger ones, marked late.
     *
     * @param event complete; not to be changed any more
     */
    void inject(NewEvent event);

    /** Give up: the relogger ends after this call, and leaves nothing. */
    void cancel();
}
