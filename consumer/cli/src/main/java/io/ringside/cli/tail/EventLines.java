package io.ringside.cli.tail;

import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.session.LossCause;

/** Turns events and gaps into lines. For one thread. */
interface EventLines {
    /**
     * The line of an event.
     *
     * @param event to be shown
     * @return valid until the next call
     */
    CharSequence line(EventView event);

    /**
     * The line of one cause of a gap.
     *
     * @param gap   to be shown
     * @param cause by which it lost events
     * @return valid until the next call
     */
    CharSequence line(GapView gap, LossCause cause);

    /**
     * The line of a gap's overwritten events.
     *
     * @param gap with some
     * @return valid until the next call
     */
    CharSequence overwrittenLine(GapView gap);

    /**
     * The line of events that a recording does not hold.
     *
     * @param gap with some
     * @return valid until the next call
     */
    CharSequence missingLine(GapView gap);
}
