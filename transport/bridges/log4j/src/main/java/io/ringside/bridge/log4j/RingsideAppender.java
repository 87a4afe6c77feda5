package io.ringside.bridge.log4j;

import io.ringside.bridge.log.LogContext;
import io.ringside.bridge.log.LogKeywords;
import io.ringside.bridge.log.LogLevel;
import io.ringside.bridge.log.LogProvider;
import io.ringside.provider.Ringside;
import java.util.concurrent.TimeUnit;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Core;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.config.plugins.PluginBuilderAttribute;
import org.apache.logging.log4j.core.config.plugins.PluginBuilderFactory;
import org.jspecify.annotations.Nullable;

/**
 * Writes log events as events of a provider. While a session wants calls that the level of their logger rejects,
 * these are written as well; other appenders do not receive them (except of asynchronous loggers, and without the
 * configuration that is passed to the builder). Refer to it from the root logger, and from loggers that
 * are not additive. Thread-safe once it is started.
 *
 * <pre>{@code
 * <Ringside name="ringside" keywords="com.acme.db, com.acme"/>
 * }</pre>
 */
@Plugin(name = "Ringside", category = Core.CATEGORY_NAME, elementType = Appender.ELEMENT_TYPE, printObject = true)
public final class RingsideAppender extends AbstractAppender {
    private final String providerName;
    private final String keywords;
    private final @Nullable Ringside ringside;
    private final @Nullable Configuration configuration;
    /** Provider of an installed appender, which does not close it; null if the appender opens its own. */
    private final @Nullable LogProvider given;
    private volatile @Nullable LogProvider provider;

    private RingsideAppender(final Builder builder) {
        super(builder.getName(), builder.getFilter(), null, builder.isIgnoreExceptions(), builder.getPropertyArray());
        this.providerName = builder.provider;
        this.keywords = builder.keywords;
        this.ringside = builder.ringside;
        this.configuration = builder.getConfiguration();
        this.given = null;
    }

    RingsideAppender(final String name, final LogProvider given) {
        super(name, null, null, true, Property.EMPTY_ARRAY);
        this.providerName = given.name();
        this.keywords = "";
        this.ringside = null;
        this.configuration = null;
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
     * @throws IllegalStateException if Log4j is too old
     */
    public static LogProvider install(final LoggerContext context, final LogContext settings) {
        return InstalledAppender.install(context, settings);
    }

    /** {@return a builder with default settings} */
    @PluginBuilderFactory
    public static Builder newBuilder() {
        return new Builder();
    }

    /** Settings of an appender. Not thread-safe. */
    public static final class Builder extends AbstractAppender.Builder<Builder>
            implements
                org.apache.logging.log4j.core.util.Builder<RingsideAppender> {
        @PluginBuilderAttribute
        private String provider = LogProvider.NAME;

        @PluginBuilderAttribute
        private String keywords = "";

        private @Nullable Ringside ringside;

        private Builder() {}

        /**
         * Sets the name of the provider.
         *
         * @param newProvider default {@link LogProvider#NAME}
         * @return this
         */
        public Builder setProvider(final String newProvider) {
            provider = newProvider;
            return this;
        }

        /**
         * Sets the keywords of loggers.
         *
         * @param newKeywords list for {@link LogKeywords#parse}; default none; an invalid list is an error at the start
         * @return this
         */
        public Builder setKeywords(final String newKeywords) {
            keywords = newKeywords;
            return this;
        }

        /**
         * Sets the runtime, if the application has one.
         *
         * @param newRingside by default, the appender has its own
         * @return this
         */
        public Builder setRingside(final Ringside newRingside) {
            ringside = newRingside;
            return this;
        }

        @Override
        public RingsideAppender build() {
            return new RingsideAppender(this);
        }
    }

    /** Starts. An invalid setting is reported in the status log, and leaves the appender without a provider. */
    @Override
    public void start() {
        if (provider == null) {
            try {
                provider = given == null ? open() : given;
            } catch (final RuntimeException e) {
                error("appender writes no events: appender=" + getName() + ", reason=" + e.getMessage(), e);
            }
        }
        super.start();
    }

    private LogProvider open() {
        final LogContext settings = new LogContext().provider(providerName).keywords(LogKeywords.parse(keywords));
        final Ringside ofApplication = ringside;
        final Configuration ofLoggers = configuration;
        return LogProvider.open(ofApplication == null ? settings : settings.ringside(ofApplication),
                ofLoggers == null ? nothing -> {} : new LoggerFilters(ofLoggers));
    }

    @Override
    public boolean stop(final long timeout, final TimeUnit timeUnit) {
        setStopping();
        final LogProvider ending = provider;
        provider = null;
        if (ending != null && given == null) {
            ending.close();
        }
        super.stop(timeout, timeUnit, false);
        setStopped();
        return true;
    }

    @Override
    public void append(final LogEvent event) {
        final LogProvider target = provider;
        final LogLevel level = LogEvents.levelOf(event.getLevel());
        if (target != null && target.isEnabled(level, event.getLoggerName())) {
            LogEvents.write(target, level, event);
        }
    }

    /** {@return the provider of its events; null if it is not started} */
    public @Nullable LogProvider logProvider() {
        return provider;
    }
}
