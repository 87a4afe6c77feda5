package io.ringside.bridge.log;

import io.ringside.provider.Ringside;
import org.jspecify.annotations.Nullable;

/** Settings of a {@link LogProvider}; all have defaults. Not thread-safe. */
public final class LogContext {
    private String provider = LogProvider.NAME;
    private LogKeywords keywords = LogKeywords.NONE;
    private @Nullable Ringside ringside;

    /** Creates default settings. */
    public LogContext() {
        // The fields have initial values.
    }

    /**
     * Sets the name of the provider.
     *
     * @param name default {@link LogProvider#NAME}
     * @return this
     */
    public LogContext provider(final String name) {
        provider = name;
        return this;
    }

    /**
     * Sets the keywords of loggers.
     *
     * @param newKeywords default {@link LogKeywords#NONE}
     * @return this
     */
    public LogContext keywords(final LogKeywords newKeywords) {
        keywords = newKeywords;
        return this;
    }

    /**
     * Sets the runtime, which the application itself closes.
     *
     * @param newRingside by default, the provider has its own in the default trace directory
     * @return this
     */
    public LogContext ringside(final Ringside newRingside) {
        ringside = newRingside;
        return this;
    }

    /** Returns the name of the provider. */
    String provider() {
        return provider;
    }

    /** Returns the keywords of loggers. */
    LogKeywords keywords() {
        return keywords;
    }

    /** Returns the runtime of the application; null if the provider has its own. */
    @Nullable
    Ringside ringside() {
        return ringside;
    }
}
