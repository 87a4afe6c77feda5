package io.ringside.bridge.logback;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.filter.Filter;
import io.ringside.bridge.log.LevelControl;
import io.ringside.bridge.log.LogProvider;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Installs a turbo filter while a session wants anything: it receives each call before the level of its logger is
 * checked. No level is changed. Used by the provider's thread.
 */
final class LogbackLevels implements LevelControl {
    private final LoggerContext context;
    private @Nullable HeldBackFilter filter;

    LogbackLevels(final LoggerContext context) {
        this.context = context;
    }

    @Override
    public void apply(final LogProvider provider) {
        final HeldBackFilter current = filter == null ? new HeldBackFilter(provider) : filter;
        filter = current;
        // Once nothing is wanted, the filter accepts no builders, and still stops the events of those accepted before.
        if (provider.isWanted()) {
            // Another filter may accept events below the level, which a guard would stop by mistake.
            final boolean isAlone = context.getTurboFilterList().stream().allMatch(each -> each == current);
            current.guardsAppenders(guard(current) && isAlone);
            // Last, and again after a reset of the context: the application's own filters decide first.
            if (!context.getTurboFilterList().contains(current)) {
                current.setContext(context);
                current.start();
                context.addTurboFilter(current);
            }
        }
    }

    @Override
    public void release(final LogProvider provider) {
        final HeldBackFilter current = filter;
        if (current != null) {
            context.getTurboFilterList().remove(current);
            current.forget();
            filter = null;
            context.getLoggerList().forEach(logger -> logger.iteratorForAppenders().forEachRemaining(
                    appender -> unguard(appender, current)));
        }
    }

    /** Removes the guard if it is the only filter, since Logback can only remove all filters at once. */
    private static void unguard(final Appender<ILoggingEvent> appender, final HeldBackFilter current) {
        final List<Filter<ILoggingEvent>> filters = appender.getCopyOfAttachedFiltersList();
        if (filters.size() == 1 && filters.get(0) instanceof final AppenderGuard guard && guard.isOf(current)) {
            appender.clearAllFilters();
        }
    }

    /** Adds guards; returns whether all appenders of loggers have one as their first filter. */
    private boolean guard(final HeldBackFilter current) {
        boolean isComplete = true;
        for (final Logger logger : context.getLoggerList()) {
            for (final Iterator<Appender<ILoggingEvent>> i = logger.iteratorForAppenders(); i.hasNext();) {
                final Appender<ILoggingEvent> appender = i.next();
                if (!(appender instanceof RingsideAppender)) {
                    isComplete &= guard(appender, current);
                }
            }
        }
        return isComplete;
    }

    private boolean guard(final Appender<ILoggingEvent> appender, final HeldBackFilter current) {
        final List<Filter<ILoggingEvent>> filters = appender
                .getCopyOfAttachedFiltersList();
        if (filters.isEmpty()) {
            final AppenderGuard guard = new AppenderGuard(context, current);
            guard.setContext(context);
            guard.start();
            appender.addFilter(guard);
            return true;
        }
        return filters.get(0) instanceof final AppenderGuard guard && guard.follows(current);
    }
}
