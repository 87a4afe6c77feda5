package io.ringside.etw.relog;

import io.ringside.reader.EventView;

/** Output of a relogger, for its handler. Used by the relogger's thread. */
public interface RelogStream {
    /**
     * Write the handler's current event unchanged.
     *
     * @param event the event of the current call
     * @throws IllegalStateException if it is another event, or was already written
     */
    void inject(EventView event);

    /**
     * Write a new event at the place of its time. If it is older than the event before the current one, it is too late
     * for that: readers of the output get it after younger events, marked late.
     *
     * @param event complete; must not be changed any more
     */
    void inject(NewEvent event);

    /** Cancel relogging: it ends after this call, and the output is removed. */
    void cancel();
}
