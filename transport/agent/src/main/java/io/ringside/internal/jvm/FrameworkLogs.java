package io.ringside.internal.jvm;

import io.ringside.bridge.log.LevelControl;
import io.ringside.bridge.log.LogContext;
import io.ringside.bridge.log.LogProvider;
import io.ringside.internal.machine.OperatorLog;
import io.ringside.provider.Ringside;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Bridges to the logging frameworks of an application that does not know of them, each beside its framework. They are
 * looked for at once, and as long as a session wants log calls: an application may load one later, or in several class
 * loaders. Thread-safe.
 */
final class FrameworkLogs implements LevelControl, AutoCloseable {
    private static final int CONTEXTS_MAX = 256;
    private static final long SEARCH_INTERVAL_NS = TimeUnit.SECONDS.toNanos(5);

    private final Ringside ringside;
    private final Instrumentation instrumentation;
    private final LogProvider wishes;
    private final Lock lock = new ReentrantLock();
    /** By class of the frameworks' contexts. */
    private final Map<Class<?>, Found> frameworks = new HashMap<>();
    private boolean isClosed;
    private boolean hasSearched;
    private long searchedNs;

    /** What is known of frameworks. */
    private enum Framework {
        LOGBACK("ch.qos.logback.classic.LoggerContext", "io.ringside.bridge.logback") {
            @Override
            List<?> contexts(final ClassLoader loader) throws ReflectiveOperationException {
                return List.of(Class.forName("org.slf4j.LoggerFactory", true, loader).getMethod("getILoggerFactory")
                        .invoke(null));
            }
        },
        LOG4J("org.apache.logging.log4j.core.LoggerContext", "io.ringside.bridge.log4j") {
            @Override
            List<?> contexts(final ClassLoader loader) throws ReflectiveOperationException {
                final Class<?> core = Class.forName("org.apache.logging.log4j.core.impl.Log4jContextFactory", true,
                        loader);
                final Object factory = Class.forName("org.apache.logging.log4j.LogManager", true, loader)
                        .getMethod("getFactory").invoke(null);
                // Otherwise, calls go to another framework.
                return core.isInstance(factory)
                        ? (List<?>) Class
                                .forName("org.apache.logging.log4j.core.selector.ContextSelector", true, loader)
                                .getMethod("getLoggerContexts").invoke(core.getMethod("getSelector").invoke(factory))
                        : List.of();
            }
        };

        private final String type;
        private final String bridge;

        Framework(final String type, final String bridge) {
            this.type = type;
            this.bridge = bridge;
        }

        /** Those that the application has at this moment. */
        abstract List<?> contexts(ClassLoader loader) throws ReflectiveOperationException;

        static @Nullable Framework of(final Class<?> type) {
            for (final Framework each : values()) {
                if (each.type.equals(type.getName())) {
                    return each;
                }
            }
            return null;
        }
    }

    /** A framework in a class loader. Only under the lock. */
    private final class Found {
        private final Class<?> type;
        private final Framework framework;
        private final BridgeLoader loader;
        /** By context; null if it cannot be bridged. */
        private final IdentityHashMap<Object, @Nullable LogProvider> providers = new IdentityHashMap<>();
        private boolean hasFailed;

        Found(final Class<?> type, final Framework framework) {
            this.type = type;
            this.framework = framework;
            this.loader = new BridgeLoader(type.getClassLoader(), framework.bridge);
        }

        void update() {
            final List<Object> current = new ArrayList<>();
            final Thread thread = Thread.currentThread();
            final ClassLoader before = thread.getContextClassLoader();
            thread.setContextClassLoader(type.getClassLoader());
            try {
                framework.contexts(type.getClassLoader()).stream().filter(type::isInstance).limit(CONTEXTS_MAX)
                        .forEach(current::add);
            } catch (final ReflectiveOperationException | LinkageError | RuntimeException e) {
                fail(e);
                return;
            } finally {
                thread.setContextClassLoader(before);
            }
            for (final Iterator<Map.Entry<Object, @Nullable LogProvider>> i = providers.entrySet().iterator(); i
                    .hasNext();) {
                final Map.Entry<Object, @Nullable LogProvider> entry = i.next();
                if (current.stream().noneMatch(context -> context == entry.getKey())) {
                    end(entry.getValue());
                    i.remove();
                }
            }
            for (final Object context : current) {
                if (!providers.containsKey(context)) {
                    providers.put(context, install(context));
                }
            }
        }

        private @Nullable LogProvider install(final Object context) {
            try {
                return (LogProvider) loader.loadClass(framework.bridge + ".RingsideAppender")
                        .getMethod("install", type, LogContext.class)
                        .invoke(null, context, new LogContext().ringside(ringside));
            } catch (final ReflectiveOperationException | LinkageError | RuntimeException e) {
                fail(e);
                return null;
            }
        }

        /** Once: it would be the same each time. */
        private void fail(final Throwable problem) {
            if (!hasFailed) {
                hasFailed = true;
                final Throwable cause = problem instanceof InvocationTargetException && problem.getCause() != null
                        ? problem.getCause()
                        : problem;
                OperatorLog.warn("logs of a framework are unavailable: framework=" + framework.type + ", reason="
                        + (cause instanceof IllegalStateException ? cause.getMessage() : cause));
            }
        }

        void close() {
            providers.values().forEach(FrameworkLogs::end);
            providers.clear();
        }
    }

    FrameworkLogs(final Ringside ringside, final Instrumentation instrumentation) {
        this.ringside = ringside;
        this.instrumentation = instrumentation;
        search();
        wishes = LogProvider.open(new LogContext().ringside(ringside), this);
    }

    @Override
    public void apply(final LogProvider provider) {
        if (provider.isWanted()) {
            search();
        }
    }

    private void search() {
        lock.lock();
        try {
            if (isClosed) {
                return;
            }
            final long nowNs = System.nanoTime();
            if (!hasSearched || nowNs - searchedNs >= SEARCH_INTERVAL_NS) {
                hasSearched = true;
                searchedNs = nowNs;
                for (final Class<?> type : instrumentation.getAllLoadedClasses()) {
                    final Framework framework = Framework.of(type);
                    if (framework != null && !frameworks.containsKey(type)) {
                        frameworks.put(type, new Found(type, framework));
                    }
                }
            }
            frameworks.values().forEach(Found::update);
        } finally {
            lock.unlock();
        }
    }

    private static void end(final @Nullable LogProvider provider) {
        if (provider != null) {
            provider.close();
        }
    }

    @Override
    public void close() {
        wishes.close();
        lock.lock();
        try {
            isClosed = true;
            frameworks.values().forEach(Found::close);
            frameworks.clear();
        } finally {
            lock.unlock();
        }
    }
}
