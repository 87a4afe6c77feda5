package io.ringside.bridge.jul;

import io.ringside.bridge.log.LevelControl;
import io.ringside.bridge.log.LogLevel;
import io.ringside.bridge.log.LogProvider;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.logging.ErrorManager;
import java.util.logging.Filter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Lowers the levels of loggers while a session wants this. A call that the application's own level would reject is
 * written and then stopped by a filter of the logger, so that no handler receives it; a logger that is created
 * meanwhile, and inherits a lowered level, has no such filter, and its records are stopped by a filter of each handler.
 * Records of loggers that do not use the handlers of their parents are passed to the bridge's handlers at the root.
 * Levels set here are separate objects: any other level was set by the application, and is kept.
 * <p>
 * The root logger is not lowered: loggers without a name inherit its level, and cannot be distinguished. All providers
 * of a JVM share one instance, as each logger has only one level and one filter. Thread-safe; code that runs during an
 * application's log call does not acquire its lock.
 */
final class JulLevels implements LevelControl {
    static final JulLevels INSTANCE = new JulLevels();

    /** Reports only the first error. */
    private static final ErrorManager ERRORS = new ErrorManager();

    private static final String LOG4J = "org.apache.logging.log4j.jul.LogManager";

    private final LogManager manager = LogManager.getLogManager();
    private final Lock lock = new ReentrantLock();
    /** Providers that a session has enabled. */
    private final List<LogProvider> providers = new CopyOnWriteArrayList<>();
    /** Owned by their loggers and handlers: filters refer to filters of applications, which may be unloaded. */
    private final Map<Logger, Reference<Held>> held = new WeakHashMap<>();
    private final Map<Handler, Reference<Guard>> guarded = new WeakHashMap<>();

    /** Creates the instance of a class loader. */
    JulLevels() {}

    /**
     * A filter that precedes the application's. A bridge in another class loader may have put its own filter before
     * this one meanwhile; that filter then removes this one with itself, since both communicate through a type of the
     * JDK.
     */
    private abstract static class Layer implements Filter, Supplier<@Nullable Filter> {
        final @Nullable Filter previous;
        volatile boolean isReleased;

        Layer(final @Nullable Filter filter) {
            previous = withoutReleased(filter);
        }

        /** Returns this filter, or its replacement after release. */
        @Override
        public final @Nullable Filter get() {
            return isReleased ? withoutReleased(previous) : this;
        }

        static @Nullable Filter withoutReleased(final @Nullable Filter filter) {
            return filter instanceof final Supplier<?> layer
                    && filter.getClass().getSuperclass().getName().equals(Layer.class.getName())
                            ? (Filter) layer.get()
                            : filter;
        }

        final boolean isPassedByPrevious(final LogRecord record) {
            return previous == null || previous.isLoggable(record);
        }
    }

    /** A level that is set here instead of the application's. */
    private static final class Lowered extends Level {
        private static final long serialVersionUID = 1L;

        private static final Map<List<@Nullable Level>, Lowered> KNOWN = new ConcurrentHashMap<>();

        /** Level of the application; null if the logger inherits its level. */
        private final transient @Nullable Level saved;

        private Lowered(final Level level, final @Nullable Level saved) {
            super(level.getName(), level.intValue());
            this.saved = saved;
        }

        /** Returns a shared level, since the JDK keeps a list of all; a new one for an application's own class. */
        static Lowered of(final Level level, final @Nullable Level saved) {
            return saved == null || saved.getClass() == Level.class
                    ? KNOWN.computeIfAbsent(Arrays.asList(level, saved), both -> new Lowered(level, saved))
                    : new Lowered(level, saved);
        }

        /** Returns the highest level that accepts all records of the given one; null if the JDK has none. */
        static @Nullable Level of(final LogLevel level) {
            return switch (level) {
                case FATAL -> null;
                case ERROR -> SEVERE;
                case WARN -> WARNING;
                case INFO -> INFO;
                case DEBUG -> FINE;
                case TRACE -> ALL;
            };
        }
    }

    /** Returns the level of the provider's event for a record. */
    static LogLevel levelOf(final int level) {
        if (level >= Level.SEVERE.intValue()) {
            return LogLevel.ERROR;
        }
        if (level >= Level.WARNING.intValue()) {
            return LogLevel.WARN;
        }
        if (level >= Level.INFO.intValue()) {
            return LogLevel.INFO;
        }
        return level >= Level.FINE.intValue() ? LogLevel.DEBUG : LogLevel.TRACE;
    }

    @Override
    public void apply(final LogProvider provider) {
        lock.lock();
        try {
            if (!provider.isWanted()) {
                providers.remove(provider);
            } else if (!providers.contains(provider)) {
                providers.add(provider);
            }
            if (!providers.isEmpty()) {
                hold();
            } else {
                restore();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Restores the levels and removes the filters if no provider is left. If there were several, the one that was
     * wanted last has allowed running calls time to finish.
     */
    @Override
    public void release(final LogProvider provider) {
        lock.lock();
        try {
            if (providers.isEmpty()) {
                restore();
                held.forEach((logger, reference) -> {
                    final Held filter = reference.get();
                    if (filter != null) {
                        filter.release(logger);
                    }
                });
                held.clear();
                guarded.forEach((handler, reference) -> {
                    final Guard guard = reference.get();
                    if (guard != null) {
                        guard.release(handler);
                    }
                });
                guarded.clear();
            }
        } finally {
            lock.unlock();
        }
    }

    private void restore() {
        held.keySet().forEach(JulLevels::restore);
    }

    private static void restore(final Logger logger) {
        if (logger.getLevel() instanceof final Lowered lowered) {
            logger.setLevel(lowered.saved);
        }
    }

    private void hold() {
        // Loggers of this manager set levels of Log4j, which handles their calls and has its own bridge.
        if (manager.getClass().getName().equals(LOG4J)) {
            return;
        }
        final List<Logger> loggers = new ArrayList<>();
        for (final String name : Collections.list(manager.getLoggerNames())) {
            final Logger logger = name.isEmpty() ? null : manager.getLogger(name);
            if (logger != null) {
                loggers.add(logger);
                guard(logger);
                if (!held.containsKey(logger)) {
                    held.put(logger, new WeakReference<>(new Held(logger)));
                }
            }
        }
        final Logger root = manager.getLogger("");
        if (root != null) {
            guard(root);
        }
        // All filters are set before any level, since loggers below inherit a lowered level.
        loggers.forEach(this::follow);
    }

    private void guard(final Logger logger) {
        for (final Handler handler : logger.getHandlers()) {
            if (!(handler instanceof RingsideHandler) && !guarded.containsKey(handler)) {
                guarded.put(handler, new WeakReference<>(new Guard(handler)));
            }
        }
    }

    /** Adapts a level. One that the application sets concurrently may be lost: the JDK has no atomic change. */
    private void follow(final Logger logger) {
        final Level wanted = leastWanted(logger.getName());
        // If the application has replaced the filter, nothing would stop the logger's records.
        if (wanted == null || wanted.intValue() >= ownLevel(logger) || !isHeld(logger)) {
            restore(logger);
            return;
        }
        final Level level = logger.getLevel();
        if (!(level instanceof final Lowered lowered)) {
            logger.setLevel(Lowered.of(wanted, level));
        } else if (level.intValue() != wanted.intValue()) {
            logger.setLevel(Lowered.of(wanted, lowered.saved));
        }
    }

    private boolean isHeld(final Logger logger) {
        final Reference<Held> filter = held.get(logger);
        return filter != null && filter.get() == logger.getFilter() && logger.getFilter() != null;
    }

    private @Nullable Level leastWanted(final String logger) {
        LogLevel least = null;
        for (final LogProvider provider : providers) {
            final LogLevel wanted = provider.leastWanted(logger);
            if (wanted != null && (least == null || wanted.compareTo(least) > 0)) {
                least = wanted;
            }
        }
        return least == null ? null : Lowered.of(least);
    }

    /** Returns the level that the application has set for a logger or, if it inherits, for one above. */
    private static int ownLevel(final Logger logger) {
        for (Logger at = logger; at != null; at = at.getParent()) {
            Level level = at.getLevel();
            if (level instanceof final Lowered lowered) {
                level = lowered.saved;
            }
            if (level != null) {
                return level.intValue();
            }
        }
        return Level.INFO.intValue();
    }

    private static boolean isLowered(final Logger logger) {
        for (Logger at = logger; at != null; at = at.getParent()) {
            final Level level = at.getLevel();
            if (level != null) {
                return level instanceof Lowered;
            }
        }
        return false;
    }

    /** Returns whether records of a logger reach neither the root's handlers nor another one of the bridge. */
    private static boolean isCutOff(final Logger logger) {
        Logger last = logger;
        while (last.getUseParentHandlers() && last.getParent() != null) {
            last = last.getParent();
        }
        if (last.getParent() == null) {
            return false;
        }
        for (Logger at = logger; at != last.getParent(); at = at.getParent()) {
            if (!handlersOfBridge(at).isEmpty()) {
                return false;
            }
        }
        return true;
    }

    private static List<Handler> handlersOfBridge(final @Nullable Logger logger) {
        return logger == null
                ? List.of()
                : Stream.of(logger.getHandlers()).filter(RingsideHandler.class::isInstance).toList();
    }

    /** Filter of a logger, which precedes the application's. It has no effect after release if still installed. */
    private final class Held extends Layer {
        private final WeakReference<Logger> logger;

        Held(final Logger logger) {
            super(logger.getFilter());
            this.logger = new WeakReference<>(logger);
            logger.setFilter(this);
        }

        @Override
        public boolean isLoggable(final LogRecord record) {
            final Logger source = isReleased ? null : logger.get();
            if (source == null || record.getLevel().intValue() >= ownLevel(source)) {
                final boolean passes = isPassedByPrevious(record);
                if (passes && source != null && isCutOff(source)) {
                    handlersOfBridge(manager.getLogger("")).forEach(handler -> handler.publish(record));
                }
                return passes;
            }
            try {
                write(source, record);
            } catch (final RuntimeException e) {
                ERRORS.error("record is not written: logger=" + source.getName(), e, ErrorManager.WRITE_FAILURE);
            }
            return false;
        }

        /** Writes a record to the providers that want it, unless the application's filter rejects it. */
        private void write(final Logger source, final LogRecord record) {
            final LogLevel level = levelOf(record.getLevel().intValue());
            boolean isAsked = false;
            for (final LogProvider provider : providers) {
                if (provider.wants(level, source.getName())) {
                    if (!isAsked && !isPassedByPrevious(record)) {
                        return;
                    }
                    isAsked = true;
                    JulRecords.write(provider, record);
                }
            }
        }

        void release(final Logger ofThis) {
            isReleased = true;
            if (ofThis.getFilter() == this) {
                ofThis.setFilter(get());
            }
        }
    }

    /** Filter of a handler, which precedes the application's. */
    private final class Guard extends Layer {
        Guard(final Handler handler) {
            super(handler.getFilter());
            handler.setFilter(this);
        }

        @Override
        public boolean isLoggable(final LogRecord record) {
            final String name = isReleased ? null : record.getLoggerName();
            final Logger logger = name == null ? null : manager.getLogger(name);
            if (logger != null && isLowered(logger) && record.getLevel().intValue() < ownLevel(logger)) {
                return false;
            }
            return isPassedByPrevious(record);
        }

        void release(final Handler handler) {
            isReleased = true;
            if (handler.getFilter() == this) {
                handler.setFilter(get());
            }
        }
    }
}
