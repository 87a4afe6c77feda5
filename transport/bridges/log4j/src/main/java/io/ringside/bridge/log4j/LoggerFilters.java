package io.ringside.bridge.log4j;

import io.ringside.bridge.log.LevelControl;
import io.ringside.bridge.log.LogProvider;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.filter.CompositeFilter;
import org.jspecify.annotations.Nullable;

/**
 * Filters that exist while a session wants anything. A filter of the configuration accepts calls that the level of
 * their logger would reject, and a filter of each logger's configuration writes them and stops them there, so that no
 * appender receives them. No level is changed. Used by the provider's thread.
 * <p>
 * A configuration or logger that already has a filter remains unchanged, as that filter would be consulted first; so do
 * asynchronous loggers, whose queue belongs to the application.
 */
final class LoggerFilters implements LevelControl {
    private static final String ASYNCHRONOUS = "org.apache.logging.log4j.core.async.";

    private final Configuration configuration;
    private final List<LoggerConfig> held = new ArrayList<>();
    private @Nullable EntryFilter entry;

    LoggerFilters(final Configuration configuration) {
        this.configuration = configuration;
    }

    @Override
    public void apply(final LogProvider provider) {
        // Once nothing is wanted, the existing filters accept no calls.
        if (provider.isWanted()) {
            final EntryFilter current = entry == null ? newEntry(provider) : entry;
            entry = current;
            final Collection<LoggerConfig> loggers = configuration.getLoggers().values();
            held.removeIf(logger -> configuration.getLoggers().get(logger.getName()) != logger);
            // These filters first: without them, calls accepted by the other one would reach appenders.
            loggers.forEach(logger -> hold(logger, current));
            if (configuration.getFilter() == null) {
                configuration.addFilter(current);
            }
        }
    }

    @Override
    public void release(final LogProvider provider) {
        final EntryFilter current = entry;
        if (current != null) {
            configuration.removeFilter(current);
            held.forEach(logger -> release(logger, current));
            held.clear();
            // The next session has its own filter, so that threads' entries of this one have no effect.
            entry = null;
        }
    }

    private EntryFilter newEntry(final LogProvider provider) {
        final EntryFilter made = new EntryFilter(configuration, provider);
        made.start();
        return made;
    }

    private void hold(final LoggerConfig logger, final EntryFilter current) {
        if (logger.getFilter() == null && !logger.getClass().getName().startsWith(ASYNCHRONOUS)) {
            final HeldBackFilter filter = new HeldBackFilter(current);
            filter.start();
            logger.addFilter(filter);
            held.add(logger);
        }
    }

    private static void release(final LoggerConfig logger, final EntryFilter current) {
        final Filter filter = logger.getFilter();
        if (filter instanceof final CompositeFilter all) {
            // The application has added a filter of its own meanwhile.
            for (final Filter each : all.getFiltersArray()) {
                remove(logger, each, current);
            }
        } else if (filter != null) {
            remove(logger, filter, current);
        }
    }

    private static void remove(final LoggerConfig logger, final Filter filter, final EntryFilter current) {
        if (filter instanceof final HeldBackFilter ours && ours.isOf(current)) {
            logger.removeFilter(filter);
        }
    }
}
