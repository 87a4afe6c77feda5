package io.ringside.bridge.logback;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;

/**
 * Filter that stops events which only a session wants before they reach an appender. Logback cannot remove a single
 * filter, so this one remains if the application has added another one meanwhile; while no session wants anything, it
 * accepts all events.
 */
final class AppenderGuard extends Filter<ILoggingEvent> {
    private final LoggerContext loggers;
    private volatile HeldBackFilter heldBack;

    AppenderGuard(final LoggerContext loggers, final HeldBackFilter heldBack) {
        this.loggers = loggers;
        this.heldBack = heldBack;
    }

    /** Returns whether it guards against a filter, which replaces its own one if that is no longer in use. */
    boolean follows(final HeldBackFilter filter) {
        if (heldBack != filter && !loggers.getTurboFilterList().contains(heldBack)) {
            heldBack = filter;
        }
        return heldBack == filter;
    }

    boolean isOf(final HeldBackFilter filter) {
        return heldBack == filter;
    }

    @Override
    public FilterReply decide(final ILoggingEvent event) {
        return heldBack.hasLetThrough(event, loggers) ? FilterReply.DENY : FilterReply.NEUTRAL;
    }
}
