package io.ringside.bridge.logback;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import io.ringside.bridge.log.LevelControl;
import io.ringside.bridge.log.LogContext;
import io.ringside.bridge.log.LogProvider;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Attaches an appender to a context whose configuration does not name one, while a session wants anything: to the root
 * logger, and to loggers that are not additive. A configuration that the application reads meanwhile removes it; it is
 * attached again within a second. Only the context's class refers to it, so that both can be unloaded with their
 * application. Used by the provider's thread.
 */
final class InstalledAppender implements LevelControl {
    private static final String NAME = "io.ringside.installed";

    /** Appenders by class of a context, whose own list of listeners is not protected against the application. */
    private static final ClassValue<Set<InstalledAppender>> KEPT = new ClassValue<>() {
        @Override
        protected Set<InstalledAppender> computeValue(final Class<?> type) {
            return ConcurrentHashMap.newKeySet();
        }
    };

    private final LoggerContext context;
    private final LogbackLevels levels;
    private @Nullable RingsideAppender appender;

    private InstalledAppender(final LoggerContext context) {
        this.context = context;
        this.levels = new LogbackLevels(context);
    }

    static LogProvider install(final LoggerContext context, final LogContext settings) {
        requireNewEnough();
        final InstalledAppender made = new InstalledAppender(context);
        final LogProvider provider = LogProvider.openWeakly(settings, made);
        KEPT.get(context.getClass()).add(made);
        return provider;
    }

    /**
     * Checks that Logback has the methods that the bridge uses; otherwise, log calls of the application would fail.
     *
     * @throws IllegalStateException if it does not
     */
    private static void requireNewEnough() {
        try {
            ILoggingEvent.class.getMethod("getInstant");
            ILoggingEvent.class.getMethod("getKeyValuePairs");
            LoggerContext.class.getMethod("getMDCAdapter");
        } catch (final NoSuchMethodException e) {
            throw new IllegalStateException("Logback is too old for the bridge: version="
                    + ILoggingEvent.class.getPackage().getImplementationVersion()
                    + ": use 1.3.8, 1.4.8 or newer", e);
        }
    }

    @Override
    public void apply(final LogProvider provider) {
        if (provider.isWanted()) {
            requireNoOther();
            attach(provider);
        }
        levels.apply(provider);
    }

    @Override
    public void release(final LogProvider provider) {
        levels.release(provider);
        final RingsideAppender current = appender;
        if (current != null) {
            context.getLoggerList().forEach(logger -> logger.detachAppender(current));
            current.stop();
            appender = null;
        }
        if (provider.isClosed()) {
            KEPT.get(context.getClass()).remove(this);
        }
    }

    private void attach(final LogProvider provider) {
        final RingsideAppender known = appender;
        final RingsideAppender current = known == null ? new RingsideAppender(provider) : known;
        appender = current;
        if (!current.isStarted()) {
            current.setName(NAME);
            current.setContext(context);
            current.start();
        }
        for (final Logger logger : context.getLoggerList()) {
            if (endsEvents(logger) != logger.isAttached(current)) {
                if (endsEvents(logger)) {
                    logger.addAppender(current);
                } else {
                    logger.detachAppender(current);
                }
            }
        }
    }

    private static boolean endsEvents(final Logger logger) {
        return !logger.isAdditive() || logger.getName().equals(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    /** Checks that the application has no bridge of its own in another class loader, which would write too. */
    private void requireNoOther() {
        for (final Logger logger : context.getLoggerList()) {
            for (final Iterator<Appender<ILoggingEvent>> i = logger.iteratorForAppenders(); i.hasNext();) {
                final Appender<ILoggingEvent> each = i.next();
                if (each != appender && each.getClass().getName().equals(RingsideAppender.class.getName())) {
                    throw new IllegalStateException("application has a bridge in its own configuration: appender="
                            + each.getName() + ", logger=" + logger.getName());
                }
            }
        }
    }
}
