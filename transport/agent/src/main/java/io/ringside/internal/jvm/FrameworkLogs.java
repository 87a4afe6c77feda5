package io.ringside.internal.jvm;

import io.ringside.bridge.log.LevelControl;
import io.ringside.bridge.log.LogContext;
import io.ringside.bridge.log.LogProvider;
import io.ringside.internal.machine.OperatorLog;
import io.ringside.provider.Ringside;
import java.lang.instrument.Instrumentation;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Bridges to the logging frameworks of an application that does not know about them, one for each framework. The
 * frameworks are searched for at the start, and then while a session wants log calls, since an application may load one
 * later, or in several class loaders. A framework that the application has not initialized yet is not touched. No
 * framework or class loader is kept alive. Thread-safe.
 */
final class FrameworkLogs implements LevelControl, AutoCloseable {
    /** Minimum interval between searches; it grows while they fail, as each reads all classes of the JVM. */
    static final long INTERVAL_MIN_NS = TimeUnit.SECONDS.toNanos(5);
    static final long INTERVAL_MAX_NS = TimeUnit.SECONDS.toNanos(80);
    static final int TRIES_MAX = 5;

    private static final int CONTEXTS_MAX = 256;

    private final Ringside ringside;
    private final Instrumentation instrumentation;
    private final NanoClock clock;
    private final LogProvider wishes;
    private final Lock lock = new ReentrantLock();
    private final List<Found> frameworks = new ArrayList<>();
    private boolean isClosed;
    private boolean isWanted;
    private long searchedNs;
    private long intervalNs;

    /** The logging frameworks that the agent knows. */
    private enum Framework {
        LOGBACK("ch.qos.logback.classic", "io.ringside.bridge.logback") {
            /** Value of SLF4J's field {@code INITIALIZATION_STATE} after it has found its provider. */
            private static final int SUCCESSFUL = 3;

            @Override
            List<?> contexts(final ClassLoader loader) throws ReflectiveOperationException {
                final Class<?> factory = Class.forName("org.slf4j.LoggerFactory", false, loader);
                if (UnsafeApi.shouldBeInitialized(factory) || state(factory) != SUCCESSFUL) {
                    return List.of();
                }
                return List.of(factory.getMethod("getILoggerFactory").invoke(null));
            }

            private static int state(final Class<?> factory) throws NoSuchFieldException {
                final Field field = factory.getDeclaredField("INITIALIZATION_STATE");
                return UnsafeApi.getIntVolatile(UnsafeApi.staticFieldBase(field), UnsafeApi.staticFieldOffset(field));
            }
        },
        LOG4J("org.apache.logging.log4j.core", "io.ringside.bridge.log4j") {
            @Override
            List<?> contexts(final ClassLoader loader) throws ReflectiveOperationException {
                final Class<?> manager = Class.forName("org.apache.logging.log4j.LogManager", false, loader);
                final Class<?> core = Class.forName("org.apache.logging.log4j.core.impl.Log4jContextFactory", false,
                        loader);
                if (UnsafeApi.shouldBeInitialized(manager) || UnsafeApi.shouldBeInitialized(core)) {
                    return List.of();
                }
                final Object factory = manager.getMethod("getFactory").invoke(null);
                // If this is false, calls go to another framework.
                return core.isInstance(factory)
                        ? (List<?>) Class
                                .forName("org.apache.logging.log4j.core.selector.ContextSelector", false, loader)
                                .getMethod("getLoggerContexts").invoke(core.getMethod("getSelector").invoke(factory))
                        : List.of();
            }
        };

        /** Package of the framework's context class. */
        private final String packageName;
        private final String bridge;

        Framework(final String packageName, final String bridge) {
            this.packageName = packageName;
            this.bridge = bridge;
        }

        /** Returns the current contexts of the application; none if it has not initialized the framework. */
        abstract List<?> contexts(ClassLoader loader) throws ReflectiveOperationException;

        /** Returns the context class if the class loader defines it; initializes nothing. */
        @Nullable
        Class<?> in(final ClassLoader loader) {
            if (loader.getDefinedPackage(packageName) == null) {
                return null;
            }
            try {
                final Class<?> type = Class.forName(packageName + ".LoggerContext", false, loader);
                return type.getClassLoader() == loader ? type : null;
            } catch (final ClassNotFoundException | LinkageError | RuntimeException e) {
                // Another library has a package of that name.
                return null;
            }
        }
    }

    /** A context, and the provider of its calls. Guarded by the lock. */
    private static final class Bridged {
        private final Reference<Object> context;
        /** Null while it cannot be bridged. */
        private @Nullable LogProvider provider;
        private int tries;
        private long triedNs;

        Bridged(final Object context) {
            this.context = new WeakReference<>(context);
        }

        boolean isOneOf(final List<Object> contexts) {
            return contexts.stream().anyMatch(context::refersTo);
        }

        boolean hasEnded() {
            return provider != null && provider.isClosed();
        }

        /** Returns whether to try again: after growing intervals, for a limited number of times. */
        boolean isToBeTried(final long nowNs) {
            return provider == null && tries < TRIES_MAX
                    && (tries == 0 || nowNs - triedNs >= INTERVAL_MIN_NS << (tries - 1));
        }

        void close() {
            if (provider != null) {
                provider.close();
            }
        }
    }

    /** A framework in a class loader. Guarded by the lock. */
    private final class Found {
        /** The framework's context class. */
        private final Reference<Class<?>> type;
        private final Framework framework;
        private final List<Bridged> bridged = new ArrayList<>();
        private boolean hasFailed;

        Found(final Class<?> type, final Framework framework) {
            this.type = new WeakReference<>(type);
            this.framework = framework;
        }

        /** Updates the bridges; returns false if the class loader no longer exists. */
        boolean update(final long nowNs) {
            final Class<?> current = type.get();
            if (current == null) {
                close();
                return false;
            }
            final List<Object> contexts = contexts(current);
            if (contexts == null) {
                return true;
            }
            bridged.removeIf(each -> {
                final boolean isOver = !each.isOneOf(contexts) || each.hasEnded();
                if (isOver) {
                    each.close();
                }
                return isOver;
            });
            for (final Object context : contexts) {
                Bridged known = bridged.stream().filter(each -> each.context.refersTo(context)).findFirst()
                        .orElse(null);
                if (known == null) {
                    known = new Bridged(context);
                    bridged.add(known);
                }
                if (known.isToBeTried(nowNs)) {
                    known.tries++;
                    known.triedNs = nowNs;
                    known.provider = install(current, context);
                }
            }
            return true;
        }

        /** Returns the current contexts; null if they cannot be determined. */
        private @Nullable List<Object> contexts(final Class<?> current) {
            final List<Object> contexts = new ArrayList<>();
            final Thread thread = Thread.currentThread();
            final ClassLoader before = thread.getContextClassLoader();
            thread.setContextClassLoader(current.getClassLoader());
            try {
                framework.contexts(current.getClassLoader()).stream().filter(current::isInstance).limit(CONTEXTS_MAX)
                        .forEach(contexts::add);
            } catch (final ReflectiveOperationException | LinkageError | RuntimeException e) {
                fail(e);
                return null;
            } finally {
                thread.setContextClassLoader(before);
            }
            return contexts;
        }

        private @Nullable LogProvider install(final Class<?> current, final Object context) {
            try {
                return (LogProvider) new BridgeLoader(current.getClassLoader(), framework.bridge)
                        .loadClass(framework.bridge + ".RingsideAppender")
                        .getMethod("install", current, LogContext.class)
                        .invoke(null, context, new LogContext().ringside(ringside));
            } catch (final ReflectiveOperationException | LinkageError | RuntimeException e) {
                fail(e);
                return null;
            }
        }

        /** Reports the first failure only, since later ones are mostly the same. */
        private void fail(final Throwable problem) {
            if (!hasFailed) {
                hasFailed = true;
                final Throwable cause = problem instanceof InvocationTargetException && problem.getCause() != null
                        ? problem.getCause()
                        : problem;
                OperatorLog.warn("logs of a framework are unavailable: framework=" + framework.packageName
                        + ", reason=" + (cause instanceof IllegalStateException ? cause.getMessage() : cause)
                        + ": the agent tries again, " + (TRIES_MAX - 1)
                        + " times at most, while a session wants log calls");
            }
        }

        void close() {
            bridged.forEach(Bridged::close);
            bridged.clear();
        }
    }

    FrameworkLogs(final Ringside ringside, final Instrumentation instrumentation, final NanoClock clock) {
        this.ringside = ringside;
        this.instrumentation = instrumentation;
        this.clock = clock;
        update(true);
        wishes = LogProvider.open(new LogContext().ringside(ringside), this);
    }

    /** A new session immediately needs the existing frameworks; later frameworks can be found after a delay. */
    @Override
    public void apply(final LogProvider provider) {
        lock.lock();
        try {
            final boolean wasWanted = isWanted;
            isWanted = provider.isWanted();
            if (isWanted) {
                update(!wasWanted);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Updates the bridges to match the frameworks. The lock protects against another thread's first call. */
    private void update(final boolean isFirst) {
        lock.lock();
        try {
            if (isClosed) {
                return;
            }
            final long nowNs = clock.nanoTime();
            if (isFirst || nowNs - searchedNs >= intervalNs) {
                searchedNs = nowNs;
                intervalNs = search() || isFirst ? INTERVAL_MIN_NS : Math.min(2 * intervalNs, INTERVAL_MAX_NS);
            }
            frameworks.removeIf(found -> !found.update(nowNs));
        } finally {
            lock.unlock();
        }
    }

    /** Searches by class loader rather than class name: a class creates its name on request, and keeps it. */
    private boolean search() {
        final int before = frameworks.size();
        final Set<ClassLoader> loaders = Collections.newSetFromMap(new IdentityHashMap<>());
        for (final Class<?> type : instrumentation.getAllLoadedClasses()) {
            final ClassLoader loader = type.getClassLoader();
            if (loader != null && loaders.add(loader)) {
                for (final Framework framework : Framework.values()) {
                    final Class<?> contexts = framework.in(loader);
                    if (contexts != null && frameworks.stream().noneMatch(found -> found.type.refersTo(contexts))) {
                        frameworks.add(new Found(contexts, framework));
                    }
                }
            }
        }
        return frameworks.size() > before;
    }

    @Override
    public void close() {
        wishes.close();
        lock.lock();
        try {
            isClosed = true;
            frameworks.forEach(Found::close);
            frameworks.clear();
        } finally {
            lock.unlock();
        }
    }
}
