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
 * Writes the calls that the level of their logger holds back and a session wants, and leaves them held back. A question
 * whether a level is enabled gets the answer yes, so that the call is made.
 * <p>
 * A call by SLF4J's builder, such as {@code atDebug}, asks once, and its event then goes to the appenders: these must
 * be guarded from it. Thread-safe.
 */
final class HeldBackFilter extends TurboFilter {
    private static final String LOGGER = Logger.class.getName();
    private static final String INTERFACE = org.slf4j.Logger.class.getName();
    private static final StackWalker STACKS = StackWalker.getInstance();

    private final LogProvider provider;
    /** One of each: several may be in a JVM, with loggers of the same names. */
    private final ThreadOwned<Marks> marks = new ThreadOwned<>(Marks::new);
    private volatile boolean guardsAppenders;
    /** Marks of an earlier one do not count. */
    private volatile int epoch;
    private volatile boolean hasMarks;

    /**
     * Loggers and levels whose last builder of a thread exists for the sake of a session. They stay after its event,
     * since each appender asks, and builders may be within others.
     */
    private static final class Marks {
        private static final int LOGGERS_MAX = 256;

        private int epoch;
        /** Levels by name: a bit for each level. */
        private final Map<String, int[]> levels = new HashMap<>();

        void enter(final int newEpoch) {
            if (epoch != newEpoch) {
                epoch = newEpoch;
                levels.clear();
            }
        }

        /** False if there are too many. */
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

    /** The kind of method that has called the filter. */
    private enum Caller {
        QUESTION, BUILDER, CALL
    }

    HeldBackFilter(final LogProvider provider) {
        this.provider = provider;
    }

    /** Set whether all appenders are guarded. */
    void guardsAppenders(final boolean isComplete) {
        if (guardsAppenders && !isComplete) {
            forget();
        }
        guardsAppenders = isComplete;
    }

    /**
     * Forgets the calls that were let through up to now, so that they are no longer held back. For the thread of the
     * provider.
     */
    void forget() {
        guardsAppenders = false;
        final int current = epoch;
        epoch = current + 1;
        hasMarks = false;
    }

    /** Whether the context has no other turbo filter, which may let events through that the appenders are to have. */
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

    /** False if the event of a builder might reach an appender. */
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

    /** The application's own level lets it through now. */
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

    /** Whether an event is only there for the sake of a session. */
    boolean hasLetThrough(final ILoggingEvent event, final LoggerContext ofLogger) {
        final Marks known = hasMarks ? marks.known() : null;
        if (known == null || known.epoch != epoch || !known.contains(event.getLoggerName(), bit(event.getLevel()))) {
            return false;
        }
        final Logger logger = ofLogger.exists(event.getLoggerName());
        return logger != null && !isPassed(logger, event.getLevel()) && isAlone(ofLogger);
    }

    /** Found out by the last method of a logger on the way here, since a question and a call for null look the same. */
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
