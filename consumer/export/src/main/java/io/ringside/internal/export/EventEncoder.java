package io.ringside.internal.export;

import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import java.io.IOException;

/** Writes events and losses in a format. For one thread. */
public interface EventEncoder {
    /**
     * Write an event.
     *
     * @param event valid during the call
     * @throws IOException if the target cannot be written
     */
    void event(EventView event) throws IOException;

    /**
     * Write what has become of events that are not there.
     *
     * @param gap    valid during the call
     * @param timeNs of its place: its first time, or if that is unknown its last one, or that of what comes before it;
     *               for formats that need a time
     * @throws IOException if the target cannot be written
     */
    void gap(GapView gap, long timeNs) throws IOException;

    /**
     * Write what follows the last event, and hand everything to the target.
     *
     * @throws IOException if the target cannot be written
     */
    void end() throws IOException;
}
