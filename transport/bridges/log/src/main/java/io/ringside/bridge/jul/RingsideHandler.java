package io.ringside.bridge.jul;

import io.ringside.RingsideException;
import io.ringside.bridge.log.LogContext;
import io.ringside.bridge.log.LogKeywords;
import io.ringside.bridge.log.LogProvider;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.logging.ErrorManager;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Writes log records as events of a provider. Attach it to the root logger, in {@code logging.properties} or with
 * {@link #install}. It also writes records below the levels of their loggers while a session wants them; other handlers
 * do not receive them. A record that {@code jul-to-slf4j} forwards to a framework with its own bridge is left to
 * that one. Thread-safe.
 *
 * <pre>
 * handlers = java.util.logging.ConsoleHandler, io.ringside.bridge.jul.RingsideHandler
 * io.ringside.bridge.jul.RingsideHandler.keywords = com.acme.db, com.acme
 * </pre>
 */
public final class RingsideHandler extends Handler {
    private static final String PROPERTY = RingsideHandler.class.getName();
    /** Handlers that forward records to another framework, whatever their levels, with the class that they call. */
    private static final Map<String, String> FORWARDERS = Map.of("org.slf4j.bridge.SLF4JBridgeHandler",
            "org.slf4j.LoggerFactory", "org.apache.logging.log4j.jul.Log4jBridgeHandler",
            "org.apache.logging.log4j.LogManager");

    private final LogProvider provider;
    private volatile @Nullable Forwarding known;

    /** Providers of the bridges to which one of {@link #FORWARDERS} forwards. Immutable. */
    private static final class Forwarding {
        private final Reference<Handler> handler;
        private final Set<LogProvider> open;
        private final List<LogProvider> targets;

        Forwarding(final Handler handler, final Set<LogProvider> open, final List<LogProvider> targets) {
            this.handler = new WeakReference<>(handler);
            this.open = open;
            this.targets = targets;
        }
    }

    /**
     * Creates a handler from {@code logging.properties}, with the properties {@code provider} and {@code keywords} of
     * its class.
     *
     * @throws RingsideException if a property has a wrong value
     */
    public RingsideHandler() {
        this(ofProperties());
    }

    /**
     * Creates a handler.
     *
     * @param context settings
     */
    public RingsideHandler(final LogContext context) {
        provider = LogProvider.open(context, JulLevels.INSTANCE);
    }

    /**
     * Creates a handler and attaches it to the root logger.
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

    /** {@return the provider of its events} */
    public LogProvider provider() {
        return provider;
    }

    @Override
    public void publish(final LogRecord record) {
        try {
            if (record != null && isLoggable(record)
                    && provider.isEnabled(JulLevels.levelOf(record.getLevel().intValue()), record.getLoggerName())
                    && !isForwarded(record)) {
                JulRecords.write(provider, record);
            }
        } catch (final RuntimeException e) {
            reportError(null, e, ErrorManager.WRITE_FAILURE);
        }
    }

    /** Returns whether another bridge receives the record too, from a framework to which a handler forwards it. */
    private boolean isForwarded(final LogRecord record) {
        final String name = record.getLoggerName();
        final Logger source = name == null ? null : LogManager.getLogManager().getLogger(name);
        for (Logger at = source == null ? root() : source; at != null; at = at.getParent()) {
            for (final Handler each : at.getHandlers()) {
                final String api = FORWARDERS.get(each.getClass().getName());
                if (api != null && leadsToBridge(each, api)) {
                    return true;
                }
            }
            if (!at.getUseParentHandlers()) {
                return false;
            }
        }
        return false;
    }

    private boolean leadsToBridge(final Handler forwarder, final String api) {
        final Set<LogProvider> open = LogProvider.openProviders();
        Forwarding current = known;
        if (current == null || current.open != open || !current.handler.refersTo(forwarder)) {
            current = new Forwarding(forwarder, open, targets(forwarder, api, open));
            known = current;
        }
        for (final LogProvider each : current.targets) {
            if (each.isInPlace()) {
                return true;
            }
        }
        return false;
    }

    private List<LogProvider> targets(final Handler forwarder, final String api, final Set<LogProvider> open) {
        try {
            final Class<?> called = Class.forName(api, false, forwarder.getClass().getClassLoader());
            return open.stream().filter(each -> !each.isOf(JulLevels.INSTANCE) && each.isBeside(called)
                    && each.name().equals(provider.name())).toList();
        } catch (final ClassNotFoundException | LinkageError e) {
            // It forwards nothing.
            return List.of();
        }
    }

    /** Does nothing: written events are already in shared memory. */
    @Override
    public void flush() {
        // See above.
    }

    /** Detaches the handler and closes its provider. The levels of loggers are restored shortly afterwards. */
    @Override
    public void close() {
        root().removeHandler(this);
        provider.close();
    }
}
