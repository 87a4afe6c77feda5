package io.ringside.bridge.log4j;

import io.ringside.bridge.log.LogLevel;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.filter.AbstractFilter;

/**
 * Filter of a logger's configuration: writes events that exist only for a session, and stops them. The filter of the
 * configuration determines which events these are. Thread-safe.
 */
final class HeldBackFilter extends AbstractFilter {
    private final EntryFilter entry;

    HeldBackFilter(final EntryFilter entry) {
        this.entry = entry;
    }

    boolean isOf(final EntryFilter filter) {
        return entry == filter;
    }

    @Override
    public Result filter(final LogEvent event) {
        if (!entry.hasLetThrough(event)) {
            return Result.NEUTRAL;
        }
        final LogLevel level = LogEvents.levelOf(event.getLevel());
        if (entry.provider().wants(level, event.getLoggerName())) {
            try {
                LogEvents.write(entry.provider(), level, event);
            } catch (final RuntimeException e) {
                LOGGER.warn("event is not written: logger={}", event.getLoggerName(), e);
            }
        }
        return Result.DENY;
    }
}
