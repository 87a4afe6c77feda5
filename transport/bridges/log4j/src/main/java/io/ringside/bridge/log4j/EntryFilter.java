package io.ringside.bridge.log4j;

import io.ringside.bridge.log.LogProvider;
import io.ringside.internal.machine.ThreadOwned;
import java.util.HashMap;
import java.util.Map;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.filter.AbstractFilter;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.spi.AbstractLogger;
import org.jspecify.annotations.Nullable;

/**
 * Filter of the configuration: accepts a call that the level of its logger would reject, if a session wants it and the
 * filter of the logger's configuration later stops it. Each thread remembers the loggers and levels whose last call was
 * accepted here; their events are stopped. A call for which another filter is also consulted, or of an asynchronous
 * logger, is left to the application. Used for one session or several in succession; thread-safe.
 */
final class EntryFilter extends AbstractFilter {
    private static final String ASYNCHRONOUS = "org.apache.logging.log4j.core.async.AsyncLogger";

    /** Maximum depth of nested calls: Log4j formats a message before the filter is called, which may log again. */
    private static final int DEPTH_MAX = 3;

    private final Configuration configuration;
    private final LogProvider provider;
    /** One per filter: a JVM may have several, with loggers of the same names. */
    private final ThreadOwned<Calls> calls = new ThreadOwned<>(Calls::new);

    /**
     * Loggers and levels whose last call by a thread was accepted. They remain after their events, as a call may be
     * nested in another one, or may only check whether a level is enabled. Later calls are not accepted.
     */
    private static final class Calls {
        private static final int LOGGERS_MAX = 1024;
        private static final int LEVELS_MAX = 8;

        private final Map<String, @Nullable Level[]> levels = new HashMap<>();

        boolean add(final String logger, final Level level) {
            @Nullable
            Level[] ofLogger = levels.get(logger);
            if (ofLogger == null) {
                if (levels.size() >= LOGGERS_MAX) {
                    return false;
                }
                ofLogger = new @Nullable Level[LEVELS_MAX];
                levels.put(logger, ofLogger);
            }
            int free = -1;
            for (int i = 0; i < LEVELS_MAX; i++) {
                if (level.equals(ofLogger[i])) {
                    return true;
                }
                if (free < 0 && ofLogger[i] == null) {
                    free = i;
                }
            }
            if (free < 0) {
                return false;
            }
            ofLogger[free] = level;
            return true;
        }

        void remove(final String logger, final Level level) {
            final @Nullable Level[] ofLogger = levels.get(logger);
            if (ofLogger != null) {
                for (int i = 0; i < LEVELS_MAX; i++) {
                    if (level.equals(ofLogger[i])) {
                        ofLogger[i] = null;
                    }
                }
            }
        }

        boolean contains(final String logger, final Level level) {
            final @Nullable Level[] ofLogger = levels.get(logger);
            if (ofLogger != null) {
                for (final Level each : ofLogger) {
                    if (level.equals(each)) {
                        return true;
                    }
                }
            }
            return false;
        }
    }

    EntryFilter(final Configuration configuration, final LogProvider provider) {
        this.configuration = configuration;
        this.provider = provider;
    }

    LogProvider provider() {
        return provider;
    }

    @Override
    public Result filter(final Logger logger, final Level level, final Marker marker, final String message,
            final Object... params) {
        return decide(logger, level);
    }

    @Override
    public Result filter(final Logger logger, final Level level, final Marker marker, final Object message,
            final Throwable thrown) {
        return decide(logger, level);
    }

    @Override
    public Result filter(final Logger logger, final Level level, final Marker marker, final Message message,
            final Throwable thrown) {
        return decide(logger, level);
    }

    // The method of the superclass allocates an array of the parameters.

    @Override
    public Result filter(final Logger logger, final Level level, final Marker marker, final String message,
            final Object p0) {
        return decide(logger, level);
    }

    @Override
    public Result filter(final Logger logger, final Level level, final Marker marker, final String message,
            final Object p0, final Object p1) {
        return decide(logger, level);
    }

    @Override
    public Result filter(final Logger logger, final Level level, final Marker marker, final String message,
            final Object p0, final Object p1, final Object p2) {
        return decide(logger, level);
    }

    @Override
    public Result filter(final Logger logger, final Level level, final Marker marker, final String message,
            final Object p0, final Object p1, final Object p2, final Object p3) {
        return decide(logger, level);
    }

    @Override
    public Result filter(final Logger logger, final Level level, final Marker marker, final String message,
            final Object p0, final Object p1, final Object p2, final Object p3, final Object p4) {
        return decide(logger, level);
    }

    @Override
    public Result filter(final Logger logger, final Level level, final Marker marker, final String message,
            final Object p0, final Object p1, final Object p2, final Object p3, final Object p4, final Object p5) {
        return decide(logger, level);
    }

    @Override
    public Result filter(final Logger logger, final Level level, final Marker marker, final String message,
            final Object p0, final Object p1, final Object p2, final Object p3, final Object p4, final Object p5,
            final Object p6) {
        return decide(logger, level);
    }

    @Override
    public Result filter(final Logger logger, final Level level, final Marker marker, final String message,
            final Object p0, final Object p1, final Object p2, final Object p3, final Object p4, final Object p5,
            final Object p6, final Object p7) {
        return decide(logger, level);
    }

    @Override
    public Result filter(final Logger logger, final Level level, final Marker marker, final String message,
            final Object p0, final Object p1, final Object p2, final Object p3, final Object p4, final Object p5,
            final Object p6, final Object p7, final Object p8) {
        return decide(logger, level);
    }

    @Override
    public Result filter(final Logger logger, final Level level, final Marker marker, final String message,
            final Object p0, final Object p1, final Object p2, final Object p3, final Object p4, final Object p5,
            final Object p6, final Object p7, final Object p8, final Object p9) {
        return decide(logger, level);
    }

    private Result decide(final Logger logger, final @Nullable Level level) {
        if (level == null) {
            return Result.NEUTRAL;
        }
        // With another filter in the configuration, a logger may accept an event because of that filter.
        if (logger.getLevel().intLevel() >= level.intLevel() || configuration.getFilter() != this) {
            final Calls known = calls.known();
            if (known != null) {
                known.remove(logger.getName(), level);
            }
            return Result.NEUTRAL;
        }
        if (!provider.wants(LogEvents.levelOf(level), logger.getName())
                || AbstractLogger.getRecursionDepth() >= DEPTH_MAX
                || !(logger.get().getFilter() instanceof final HeldBackFilter filter) || !filter.isOf(this)
                || logger.getClass().getName().startsWith(ASYNCHRONOUS)) {
            return Result.NEUTRAL;
        }
        return calls.get().add(logger.getName(), level) ? Result.ACCEPT : Result.NEUTRAL;
    }

    /** Returns whether an event belongs to a call that was accepted here. */
    boolean hasLetThrough(final LogEvent event) {
        final Calls known = calls.known();
        return known != null && known.contains(event.getLoggerName(), event.getLevel())
                && event.getThreadId() == Thread.currentThread().getId();
    }
}
