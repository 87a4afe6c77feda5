package io.ringside.bridge.logback;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import ch.qos.logback.core.spi.FilterReply;
import io.ringside.RingsideException;
import io.ringside.bridge.log.LevelControl;
import io.ringside.bridge.log.LogContext;
import io.ringside.bridge.log.LogKeywords;
import io.ringside.bridge.log.LogLevel;
import io.ringside.bridge.log.LogProvider;
import io.ringside.provider.Ringside;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Writes logging events as events of a provider. While a session wants calls that the level of their logger rejects,
 * these are written as well; other appenders do not receive them. Attach it to the root logger, and to loggers that are
 * not additive. Thread-safe once it is started.
 *
 * <pre>{@code
 * <appender name="ringside" class="io.ringside.bridge.logback.RingsideAppender">
 *     <keywords>com.acme.db, com.acme</keywords>
 * </appender>
 * }</pre>
 */
public final class RingsideAppender extends UnsynchronizedAppenderBase<ILoggingEvent> {
    private static final int ERRORS_MAX = 5;

    private final AtomicInteger errors = new AtomicInteger();
    private final LogContext settings = new LogContext();
    /** Provider of an installed appender, which does not close it; null if the appender opens its own. */
    private final @Nullable LogProvider given;
    private volatile @Nullable LogProvider provider;

    /** Creates an appender with default settings. */
    public RingsideAppender() {
        given = null;
    }

    RingsideAppender(final LogProvider given) {
        this.given = given;
    }

    /**
     * Bridges a context whose configuration does not name this appender. While a session wants anything, all loggers
     * have an appender, even if the application reads another configuration meanwhile. Afterwards, they are restored.
     * The provider keeps no reference to the context.
     *
     * @param context  of the loggers
     * @param settings of the provider
     * @return the provider; {@linkplain LogProvider#close closing} it ends the bridge
     * @throws IllegalStateException if Logback is too old
     */
    public static LogProvider install(final LoggerContext context, final LogContext settings) {
        return InstalledAppender.install(context, settings);
    }

    /**
     * Sets the name of the provider.
     *
     * @param name default {@link LogProvider#NAME}
     */
    public void setProvider(final String name) {
        settings.provider(name);
    }

    /**
     * Sets the keywords of loggers.
     *
     * @param keywords list for {@link LogKeywords#parse}; default none, also after an error
     */
    public void setKeywords(final String keywords) {
        try {
            settings.keywords(LogKeywords.parse(keywords));
        } catch (final RingsideException e) {
            addError("keywords are not used: appender=" + getName() + ", reason=" + e.getMessage(), e);
        }
    }

    /**
     * Sets the runtime, if the application has one.
     *
     * @param ringside by default, the appender has its own
     */
    public void setRingside(final Ringside ringside) {
        settings.ringside(ringside);
    }

    @Override
    public void start() {
        if (isStarted()) {
            return;
        }
        try {
            final LevelControl levels = getContext() instanceof final LoggerContext context
                    ? new LogbackLevels(context)
                    : nothing -> {};
            provider = given == null ? LogProvider.open(settings, levels) : given;
        } catch (final RuntimeException e) {
            addError("appender cannot be started: appender=" + getName() + ", reason=" + e.getMessage(), e);
            return;
        }
        super.start();
    }

    @Override
    public void stop() {
        super.stop();
        final LogProvider ending = provider;
        provider = null;
        if (ending != null && given == null) {
            ending.close();
        }
    }

    /** Appends without the superclass's guard: a message that logs when formatted is a separate event. */
    @Override
    public void doAppend(final ILoggingEvent event) {
        try {
            if (isStarted() && getFilterChainDecision(event) != FilterReply.DENY) {
                append(event);
            }
        } catch (final RuntimeException e) {
            if (errors.get() < ERRORS_MAX && errors.getAndIncrement() < ERRORS_MAX) {
                addError("event is not written: appender=" + getName() + ", reason=" + e, e);
            }
        }
    }

    @Override
    protected void append(final ILoggingEvent event) {
        final LogProvider target = provider;
        final LogLevel level = LogbackEvents.levelOf(event.getLevel());
        if (target != null && target.isEnabled(level, event.getLoggerName())) {
            LogbackEvents.write(target, level, event);
        }
    }

    /** {@return the provider of its events; null if it is not started} */
    public @Nullable LogProvider logProvider() {
        return provider;
    }
}
