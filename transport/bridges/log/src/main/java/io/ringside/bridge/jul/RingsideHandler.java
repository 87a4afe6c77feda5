package io.ringside.bridge.jul;

import io.ringside.bridge.log.LogContext;
import io.ringside.bridge.log.LogKeywords;
import io.ringside.bridge.log.LogProvider;
import java.util.logging.ErrorManager;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Writes log records as events of a provider. Attach it to the root logger, in {@code logging.properties} or with
 * {@link #install}. It also writes records below the levels of their loggers while a session wants them; other handlers
 * do not see those. Thread-safe.
 *
 * <pre>
 * handlers = java.util.logging.ConsoleHandler, io.ringside.bridge.jul.RingsideHandler
 * io.ringside.bridge.jul.RingsideHandler.keywords = com.acme.db, com.acme
 * </pre>
 */
public final class RingsideHandler extends Handler {
    private static final String PROPERTY = RingsideHandler.class.getName();

    private final LogProvider provider;

    /**
     * A handler for {@code logging.properties}, with the properties {@code provider} and {@code keywords} of its class.
     *
     * @throws IllegalArgumentException if a property has a wrong value
     */
    public RingsideHandler() {
        this(ofProperties());
    }

    /**
     * A handler.
     *
     * @param context settings
     */
    public RingsideHandler(final LogContext context) {
        provider = LogProvider.open(context, JulLevels.INSTANCE);
    }

    /**
     * Make a handler and attach it to the root logger.
     *
     * @param context settings
     * @return the handler, which {@link #close} detaches
     */
    public static RingsideHandler install(final LogContext context) {
        final RingsideHandler handler = new RingsideHandler(context);
        root().addHandler(handler);
        return handler;
    }

    private static LogContext ofProperties() {
        final LogContext context = new LogContext();
        final LogManager manager = LogManager.getLogManager();
        final String name = manager.getProperty(PROPERTY + ".provider");
        final String keywords = manager.getProperty(PROPERTY + ".keywords");
        if (name != null) {
            context.provider(name.strip());
        }
        return keywords == null ? context : context.keywords(LogKeywords.parse(keywords));
    }

    private static Logger root() {
        return Logger.getLogger("");
    }

    /** {@return the provider that it writes with} */
    public LogProvider provider() {
        return provider;
    }

    @Override
    public void publish(final LogRecord record) {
        try {
            if (record != null && isLoggable(record)
                    && provider.isEnabled(JulLevels.levelOf(record.getLevel().intValue()), record.getLoggerName())) {
                JulRecords.write(provider, record);
            }
        } catch (final RuntimeException e) {
            reportError(null, e, ErrorManager.WRITE_FAILURE);
        }
    }

    /** Nothing: events are in shared memory when they have been written. */
    @Override
    public void flush() {
        // See above.
    }

    /** Detach it and close its provider. Loggers are as before a moment later. */
    @Override
    public void close() {
        root().removeHandler(this);
        provider.close();
    }
}
