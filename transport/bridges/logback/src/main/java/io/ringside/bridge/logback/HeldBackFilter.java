package io.ringside.bridge.logback;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import io.ringside.bridge.log.LogLevel;
import io.ringside.bridge.log.LogProvider;
import io.ringside.internal.machine.ThreadOwned;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;

/**
 * Writes calls that the level of their logger rejects and a session wants, without accepting them. The check whether a
 * level is enabled returns true, so that the call is made.
 * <p>
 * A call by SLF4J's builder, such as {@code atDebug}, checks once, and its event then reaches the appenders, which must
 * be guarded from it. Thread-safe.
 */
final class HeldBackFilter extends TurboFilter {
    private static final String LOGGER = Logger.class.getName();
    private static final String INTERFACE = org.slf4j.Logger.class.getName();
    private static final StackWalker STACKS = StackWalker.getInstance();

    private final LogProvider provider;
    /** One per filter: a JVM may have several, with loggers of the same names. */
    private final ThreadOwned<Marks> marks = new ThreadOwned<>(Marks::new);
    private volatile boolean guardsAppenders;
    /** Marks of an earlier epoch are invalid. */
    private volatile int epoch;
    private volatile boolean hasMarks;

    /**
     * Loggers and levels for which a thread's last builder exists only for a session. They remain after its event,
     * since each appender checks them, and builders may be nested.
     */
    private static final class Marks {
        private static final int LOGGERS_MAX = 256;

        private int epoch;
        /** Levels by name of the logger: one bit for each level. */
        private final Map<String, int[]> levels = new HashMap<>();

        void enter(final int newEpoch) {
            if (epoch != newEpoch) {
                epoch = newEpoch;
                levels.clear();
            }
        }

        /** Returns false if there are too many loggers. */
        boolean add(final String logger, final int bit) {
            int[] bits = levels.get(logger);
            if (bits == null) {
                if (levels.size() >= LOGGERS_MAX) {
                    return false;
                }
                bits = new int[1];
                levels.put(logger, bits);
            }
            bits[0] |= bit;
            return true;
        }

        void remove(final String logger, final int bit) {
            final int[] bits = levels.get(logger);
            if (bits != null) {
                bits[0] &= ~bit;
            }
        }

        boolean contains(final String logger, final int bit) {
            final int[] bits = levels.get(logger);
            return bits != null && (bits[0] & bit) != 0;
        }
    }

    /** Kind of the method that has called the filter. */
    private enum Caller {
        QUESTION, BUILDER, CALL
    }

    HeldBackFilter(final LogProvider provider) {
        this.provider = provider;
    }

    /** Sets whether all appenders are guarded. */
    void guardsAppenders(final boolean isComplete) {
        if (guardsAppenders && !isComplete) {
            forget();
        }
        guardsAppenders = isComplete;
    }

    /** Removes the marks of accepted calls, whose events then are no longer stopped. Used by the provider's thread. */
    void forget() {
        guardsAppenders = false;
        final int current = epoch;
        epoch = current + 1;
        hasMarks = false;
    }

    /** Returns whether the context has no other turbo filter, which might accept events intended for the appenders. */
    private boolean isAlone(final LoggerContext ofLogger) {
        boolean isThere = false;
        for (final TurboFilter each : ofLogger.getTurboFilterList()) {
            if (each != this) {
                return false;
            }
            isThere = true;
        }
        return isThere;
    }

    @Override
    public FilterReply decide(final @Nullable Marker marker, final Logger logger, final Level level,
            final @Nullable String format, final @Nullable Object @Nullable [] params,
            final @Nullable Throwable thrown) {
        if (isPassed(logger, level)) {
            unmark(logger, level);
            return FilterReply.NEUTRAL;
        }
        final LogLevel wanted = LogbackEvents.levelOf(level);
        if (!provider.wants(wanted, logger.getName())) {
            return FilterReply.NEUTRAL;
        }
        final Caller caller = format != null || params != null || thrown != null
                ? Caller.CALL
                : STACKS.walk(HeldBackFilter::callerOf);
        if (caller == Caller.CALL) {
            try {
                LogbackEvents.write(provider, wanted, logger, marker, format, params, thrown);
            } catch (final RuntimeException e) {
                addError("call is not written: logger=" + logger.getName() + ", reason=" + e, e);
            }
            return FilterReply.NEUTRAL;
        }
        if (caller == Caller.BUILDER) {
            return mark(logger, level) ? FilterReply.ACCEPT : FilterReply.NEUTRAL;
        }
        return FilterReply.ACCEPT;
    }

    /** Marks a builder; returns false if its event might reach an appender. */
    private boolean mark(final Logger logger, final Level level) {
        final int current = epoch;
        if (!guardsAppenders || !isAlone(logger.getLoggerContext())) {
            return false;
        }
        final Marks known = marks.get();
        known.enter(current);
        hasMarks = true;
        return known.add(logger.getName(), bit(level));
    }

    /** Removes a mark, since the application's own level now accepts the calls. */
    private void unmark(final Logger logger, final Level level) {
        final Marks known = hasMarks ? marks.known() : null;
        if (known != null) {
            known.remove(logger.getName(), bit(level));
        }
    }

    private static int bit(final Level level) {
        return 1 << LogbackEvents.levelOf(level).eventId();
    }

    private static boolean isPassed(final Logger logger, final Level level) {
        return level.levelInt >= logger.getEffectiveLevel().levelInt;
    }

    /** Returns whether an event exists only for a session. */
    boolean hasLetThrough(final ILoggingEvent event, final LoggerContext ofLogger) {
        final Marks known = hasMarks ? marks.known() : null;
        if (known == null || known.epoch != epoch || !known.contains(event.getLoggerName(), bit(event.getLevel()))) {
            return false;
        }
        final Logger logger = ofLogger.exists(event.getLoggerName());
        return logger != null && !isPassed(logger, event.getLevel()) && isAlone(ofLogger);
    }

    /** Returns the kind of call from the stack, since a check and a call with nulls have the same arguments. */
    private static Caller callerOf(final Stream<StackWalker.StackFrame> frames) {
        String method = "";
        for (final Iterator<StackWalker.StackFrame> i = frames.iterator(); i.hasNext();) {
            final StackWalker.StackFrame frame = i.next();
            if (frame.getClassName().equals(LOGGER) || frame.getClassName().equals(INTERFACE)) {
                method = frame.getMethodName();
            } else if (!method.isEmpty()) {
                break;
            }
        }
        return method.startsWith("at") ? Caller.BUILDER : method.startsWith("is") ? Caller.QUESTION : Caller.CALL;
    }
}
