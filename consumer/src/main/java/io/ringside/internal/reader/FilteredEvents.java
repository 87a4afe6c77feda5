package io.ringside.internal.reader;

import io.ringside.reader.EventFilter;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import org.jspecify.annotations.Nullable;

/**
 * Hands on the events that are wanted, up to a number, and the losses of the same time: it is unknown whether what was
 * lost would have been wanted. For the consumer's thread.
 */
public final class FilteredEvents implements EventHandler {
    private final EventHandler target;
    private final @Nullable EventFilter filter;
    private final TimeWindow window;
    private final long limit;
    private long events;
    private long leftOut;
    private boolean behindWindow;

    /**
     * A handler before another.
     *
     * @param target receives what is wanted
     * @param filter null for all events
     * @param window of time
     * @param limit  most events to hand on
     */
    public FilteredEvents(final EventHandler target, final @Nullable EventFilter filter, final TimeWindow window,
            final long limit) {
        this.target = target;
        this.filter = filter;
        this.window = window;
        this.limit = limit;
    }

    @Override
    public void onEvent(final EventView event) {
        final long timeNs = event.timeNs();
        behindWindow |= timeNs > window.untilNs();
        if (isFull()) {
            return;
        }
        if (window.contains(timeNs) && (filter == null || filter.accepts(event))) {
            events++;
            target.onEvent(event);
        } else {
            leftOut++;
        }
    }

    @Override
    public void onGap(final GapView gap) {
        if (!isFull() && window.touches(gap.fromTimeNs(), gap.toTimeNs())) {
            target.onGap(gap);
        }
    }

    /** Events that were not wanted, by the filter or the window. */
    public long leftOut() {
        return leftOut;
    }

    /** Events that may yet be handed on. */
    public long left() {
        return limit - events;
    }

    /** Whether the limit is reached, and nothing more will be handed on. */
    public boolean isFull() {
        return events >= limit;
    }

    /**
     * Whether nothing more will be handed on of a source that is merged, but what it holds back. An event after the
     * window alone does not decide it: with a time that its writer gave, it may come before others.
     *
     * @param mergedNs up to when the source has merged, in nanoseconds since 1970
     */
    public boolean isBehindWindow(final long mergedNs) {
        return behindWindow && mergedNs > window.untilNs();
    }
}
