package io.ringside.bridge.log;

import io.ringside.provider.Ringside;
import org.jspecify.annotations.Nullable;

/** Settings of a {@link LogProvider}; all have defaults. Not thread-safe. */
public final class LogContext {
    private String provider = LogProvider.NAME;
    private LogKeywords keywords = LogKeywords.NONE;
    private @Nullable Ringside ringside;

    /** Default settings. */
    public LogContext() {
        // See the fields.
    }

    /**
     * Set the name of the provider.
     *
     * @param name default {@link LogProvider#NAME}
     * @return this
     */
    public LogContext provider(final String name) {
        provider = name;
        return this;
    }

    /**
     * Set keywords of loggers.
     *
     * @param newKeywords default {@link LogKeywords#NONE}
     * @return this
     */
    public LogContext keywords(final LogKeywords newKeywords) {
        keywords = newKeywords;
        return this;
    }

    /**
     * Set the runtime, which the application then closes itself.
     *
     * @param newRingside default one of the provider's own, in the default trace directory
     * @return this
     */
    public LogContext ringside(final Ringside newRingside) {
        ringside = newRingside;
        return this;
    }

    /** Name of the provider. */
    String provider() {
        return provider;
    }

    /** Keywords of loggers. */
    LogKeywords keywords() {
        return keywords;
    }

    /** Runtime of the application; null for one of the provider's own. */
    @Nullable
    Ringside ringside() {
        return ringside;
    }
}
