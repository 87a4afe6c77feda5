package io.ringside.bridge.logback;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;

/**
 * Keeps from an appender what only a session wants. Logback cannot take a single filter away, thus it stays if the
 * application has added another one meanwhile; while no session wants anything, it lets everything pass.
 */
final class AppenderGuard extends Filter<ILoggingEvent> {
    private final LoggerContext loggers;
    private volatile HeldBackFilter heldBack;

    AppenderGuard(final LoggerContext loggers, final HeldBackFilter heldBack) {
        this.loggers = loggers;
        this.heldBack = heldBack;
    }

    /** Whether it guards from a filter, which it does from now on if nobody uses the one that it had. */
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
