package io.ringside.bridge.log4j;

import io.ringside.bridge.log.LevelControl;
import io.ringside.bridge.log.LogContext;
import io.ringside.bridge.log.LogProvider;
import java.beans.PropertyChangeEvent;
import java.beans.PropertyChangeListener;
import java.util.Objects;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.filter.CompositeFilter;
import org.apache.logging.log4j.spi.AbstractLogger;
import org.jspecify.annotations.Nullable;

/**
 * Attaches an appender to a context whose configuration does not name one, while a session wants anything: to the root
 * logger, and to loggers that are not additive. If the application reads another configuration meanwhile, the appender
 * is attached to it within a second. This object is a listener of the context, and referenced only by it, so that the
 * context can be unloaded with its application. Used by the provider's thread.
 */
final class InstalledAppender implements LevelControl, PropertyChangeListener {
    private static final String NAME = "io.ringside.installed";

    private final LoggerContext context;
    private @Nullable Configuration configuration;
    private @Nullable LoggerFilters filters;
    private @Nullable RingsideAppender appender;

    private InstalledAppender(final LoggerContext context) {
        this.context = context;
    }

    static LogProvider install(final LoggerContext context, final LogContext settings) {
        requireNewEnough();
        final InstalledAppender made = new InstalledAppender(context);
        final LogProvider provider = LogProvider.openWeakly(settings, made);
        context.addPropertyChangeListener(made);
        return provider;
    }

    /**
     * Checks that Log4j has the methods that the bridge uses; otherwise, log calls of the application would fail.
     *
     * @throws IllegalStateException if it does not
     */
    private static void requireNewEnough() {
        try {
            LogEvent.class.getMethod("getInstant");
            AbstractLogger.class.getMethod("getRecursionDepth");
            CompositeFilter.class.getMethod("getFiltersArray");
            Objects.requireNonNull(AbstractAppender.class.getDeclaredConstructor(String.class, Filter.class,
                    Layout.class, boolean.class, Property[].class));
        } catch (final NoSuchMethodException e) {
            throw new IllegalStateException("Log4j is too old for the bridge: version="
                    + LogEvent.class.getPackage().getImplementationVersion() + ": use 2.12 or newer", e);
        }
    }

    @Override
    public void apply(final LogProvider provider) {
        final Configuration current = context.getConfiguration();
        if (configuration != current) {
            release(provider);
            configuration = current;
        }
        if (provider.isWanted()) {
            requireNoOther(current);
            attach(current, provider);
        }
        final LoggerFilters known = filters;
        final LoggerFilters ofCurrent = known == null ? new LoggerFilters(current) : known;
        filters = ofCurrent;
        ofCurrent.apply(provider);
    }

    @Override
    public void release(final LogProvider provider) {
        if (filters != null) {
            filters.release(provider);
            filters = null;
        }
        if (configuration != null && appender != null) {
            configuration.getLoggers().values().forEach(logger -> logger.removeAppender(NAME));
        }
        // The appender is not stopped: a call that has found it before would then be reported as an error.
        appender = null;
        configuration = null;
        if (provider.isClosed()) {
            context.removePropertyChangeListener(this);
        }
    }

    @Override
    public void propertyChange(final PropertyChangeEvent change) {
        // The next round of the provider's thread reads the new configuration.
    }

    private void attach(final Configuration current, final LogProvider provider) {
        RingsideAppender made = appender;
        if (made == null) {
            made = new RingsideAppender(NAME, provider);
            made.start();
            appender = made;
        }
        for (final LoggerConfig logger : current.getLoggers().values()) {
            final boolean isAttached = logger.getAppenders().containsKey(NAME);
            final boolean endsEvents = !logger.isAdditive() || logger == current.getRootLogger();
            if (endsEvents && !isAttached) {
                logger.addAppender(made, null, null);
            } else if (!endsEvents && isAttached) {
                logger.removeAppender(NAME);
            }
        }
    }

    /** Checks that the application has no bridge of its own in another class loader, which would write too. */
    private static void requireNoOther(final Configuration current) {
        for (final Appender each : current.getAppenders().values()) {
            if (each.getClass().getName().equals(RingsideAppender.class.getName())) {
                throw new IllegalStateException("application has a bridge in its own configuration: appender="
                        + each.getName());
            }
        }
    }
}
