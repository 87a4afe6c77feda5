package io.ringside.bridge.log;

import io.ringside.callback.ControlNotice;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.Enablement;
import io.ringside.write.ProviderEvent;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The provider of the calls of one logging framework: {@link LogLevel} defines its events, with the fields logger,
 * message, thread, thrown, marker, context, values and cut. For bridges. Thread-safe.
 *
 * <pre>{@code
 * if (provider.isEnabled(LogLevel.INFO, logger)) {
 *     try (LogEntry entry = provider.begin(LogLevel.INFO, logger)) {
 *         entry.message("matched").thread(Thread.currentThread().getName()).write();
 *     }
 * }
 * }</pre>
 *
 * Calls of Ringside's own loggers are never written: otherwise, a log message about a problem with events would become
 * an event.
 */
public final class LogProvider implements AutoCloseable {
    /** Default name of the provider. */
    public static final String NAME = "Ringside.Log";

    /** Maximum number of cached loggers; for others the demand is determined with each call, without filters. */
    private static final int ROUTES_MAX = 10_000;
    private static final String OWN = "io.ringside";
    private static final long APPLY_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(1);
    /** Replaced as a whole: another set means that providers have been opened or closed. */
    private static final AtomicReference<Set<LogProvider>> OPEN = new AtomicReference<>(Set.of());

    private final Ringside ringside;
    private final boolean ownsRingside;
    private final ProviderSchema schema;
    private final LogKeywords keywords;
    private final LevelAgent agent;
    private final Reference<Class<?>> bridge;
    private final Reference<CurrentSpan> spans;
    /** Used only by callbacks, which never overlap. */
    private final Map<Long, Enablement> sessions = new LinkedHashMap<>();
    private final Map<String, Route> routes = new ConcurrentHashMap<>();
    private final ProviderRegistration registration;
    /** Events by keyword row and level. */
    private final ProviderEvent[][] events;
    private volatile Demand demand = Demand.NONE;
    private volatile boolean isClosed;

    /** The demand for the events of one logger. Immutable. */
    private static final class Route {
        private final Demand demand;
        /** Events by level. */
        private final ProviderEvent[] events;
        /** Whether the logger belongs to Ringside. */
        private final boolean isOwn;
        /** Levels that a session may want, by {@link LogLevel#bit}. */
        private final int wanted;

        Route(final Demand demand, final ProviderEvent[] events, final boolean isOwn, final int wanted) {
            this.demand = demand;
            this.events = events;
            this.isOwn = isOwn;
            this.wanted = wanted;
        }
    }

    private LogProvider(final LogContext context, final Class<?> bridge,
            final Supplier<? extends @Nullable LevelControl> control) {
        final Ringside given = context.ringside();
        ownsRingside = given == null;
        keywords = context.keywords();
        schema = LogSchema.of(context.provider(), keywords);
        agent = new LevelAgent(this, control);
        this.bridge = new WeakReference<>(bridge);
        spans = CurrentSpan.of(bridge);
        ringside = given == null ? Ringside.connect() : given;
        registration = ringside.register(schema, this::onControl, null);
        final int levels = LogLevel.values().length;
        events = new ProviderEvent[keywords.prefixes().size() + 1][levels];
        for (final ProviderEvent event : registration.events()) {
            final int index = event.schema().index();
            events[index / levels][index % levels] = event;
        }
    }

    /**
     * Registers the provider. Blocks as {@link Ringside#register(ProviderSchema)} does.
     *
     * @param context settings
     * @param control makes the framework pass on calls that it would reject
     * @return the provider, which must be closed
     * @throws io.ringside.RingsideException if the name of the provider or a keyword is not allowed
     */
    public static LogProvider open(final LogContext context, final LevelControl control) {
        return open(context, control.getClass(), () -> control);
    }

    /**
     * Opens a provider for a framework that may be unloaded first, with the class loader of its application: the
     * provider keeps no reference to either, and closes itself as soon as it detects that they have been unloaded.
     *
     * @param context settings
     * @param control makes the framework pass on calls that it would reject; must be referenced only by the framework
     * @return the provider, which must be closed
     * @throws io.ringside.RingsideException if the name of the provider or a keyword is not allowed
     */
    public static LogProvider openWeakly(final LogContext context, final LevelControl control) {
        return open(context, control.getClass(), new WeakReference<>(control)::get);
    }

    private static LogProvider open(final LogContext context, final Class<?> bridge,
            final Supplier<? extends @Nullable LevelControl> control) {
        final LogProvider provider = new LogProvider(context, bridge, control);
        OPEN.updateAndGet(open -> Stream.concat(open.stream(), Stream.of(provider))
                .collect(Collectors.toUnmodifiableSet()));
        provider.agent.begin();
        return provider;
    }

    /** {@return all open providers, of bridges in the same class loader or in the agent; another set after a change} */
    public static Set<LogProvider> openProviders() {
        return Objects.requireNonNull(OPEN.get());
    }

    /** {@return whether the last attempt to apply the demand of sessions in the bridge succeeded} */
    public boolean isInPlace() {
        return !isClosed && agent.isInPlace();
    }

    /**
     * Returns whether the provider was opened with a control.
     *
     * @param control of any provider
     * @return whether it is the control of this provider
     */
    public boolean isOf(final LevelControl control) {
        return agent.isOf(control);
    }

    /**
     * Returns whether calls of a class are calls of the bridged framework.
     *
     * @param api class with static methods of the framework, such as SLF4J's {@code LoggerFactory}
     * @return whether the bridge's class loader has the same class
     */
    public boolean isBeside(final Class<?> api) {
        final Class<?> known = bridge.get();
        try {
            return known != null && Class.forName(api.getName(), false, known.getClassLoader()) == api;
        } catch (final ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    /** {@return the name of the provider} */
    public String name() {
        return schema.name();
    }

    /** {@return the registration of the provider} */
    public ProviderRegistration registration() {
        return registration;
    }

    /** {@return whether it has been closed} */
    public boolean isClosed() {
        return isClosed;
    }

    /** {@return whether a session wants anything of this provider, according to the last notification} */
    public boolean isWanted() {
        return !demand.isNone();
    }

    /**
     * Returns whether a session wants a call that the framework accepts. A result of false is always correct.
     *
     * @param level  of the call
     * @param logger name of the logger; null for one without
     * @return whether it must be written
     */
    public boolean isEnabled(final LogLevel level, final @Nullable String logger) {
        if (!isAnyEnabled(level)) {
            return false;
        }
        final Route route = route(nameOf(logger));
        return !route.isOwn && route.events[level.index()].isEnabled();
    }

    private boolean isAnyEnabled(final LogLevel level) {
        for (final ProviderEvent[] row : events) {
            if (row[level.index()].isEnabled()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether a session wants a call that the framework would reject. Also false if no session's filter accepts
     * the logger's name.
     *
     * @param level  of the call
     * @param logger name of the logger; null for one without
     * @return whether it must be written
     */
    public boolean wants(final LogLevel level, final @Nullable String logger) {
        if (!demand.includes(level)) {
            return false;
        }
        final Route route = route(nameOf(logger));
        return (route.wanted & level.bit()) != 0 && route.events[level.index()].isEnabled();
    }

    /**
     * Returns the least severe level that a session wants from a logger.
     *
     * @param logger name of the logger; null for one without
     * @return the level; null if no session wants any
     */
    public @Nullable LogLevel leastWanted(final @Nullable String logger) {
        final int wanted = isWanted() ? route(nameOf(logger)).wanted : 0;
        return wanted == 0 ? null : LogLevel.of(Integer.SIZE - 1 - Integer.numberOfLeadingZeros(wanted));
    }

    /**
     * Begins to write a call.
     *
     * @param level  of the call
     * @param logger name of the logger; null for one without
     * @return the calling thread's entry, to be set, written and closed before any other; another entry if that one is
     *         in use, since formatting a text may log too
     */
    public LogEntry begin(final LogLevel level, final @Nullable String logger) {
        final String name = nameOf(logger);
        return LogEntry.of(route(name).events[level.index()], name, spans.get());
    }

    private static String nameOf(final @Nullable String logger) {
        return logger == null ? "" : logger;
    }

    private Route route(final String logger) {
        final Route known = routes.get(logger);
        final Demand current = demand;
        return known != null && known.demand == current ? known : newRoute(logger, current);
    }

    private Route newRoute(final String logger, final Demand current) {
        final boolean isOwn = logger.startsWith(OWN)
                && (logger.length() == OWN.length() || logger.charAt(OWN.length()) == '.');
        final ProviderEvent[] row = events[keywords.rowOf(logger)];
        final boolean isKept = routes.size() < ROUTES_MAX;
        final int wanted = isOwn || current.isNone()
                ? 0
                : current.levelsOf(row, LogEntry.loggerAsWritten(logger), isKept);
        final Route route = new Route(current, row, isOwn, wanted);
        if (isKept) {
            routes.put(logger, route);
        }
        return route;
    }

    private void onControl(final ControlNotice notice) {
        if (notice.code() == ControlNotice.DISABLE_PROVIDER) {
            sessions.clear();
        } else if (notice.code() == ControlNotice.ENABLE_PROVIDER) {
            for (final ControlNotice.SessionChange change : notice.changes()) {
                final Enablement after = change.after();
                if (after == null) {
                    sessions.remove(change.session().sessionId());
                } else {
                    sessions.put(change.session().sessionId(), after);
                }
            }
        } else {
            return;
        }
        if (!isClosed) {
            demand = Demand.of(sessions.values(), schema.events());
            routes.clear();
            agent.change();
            awaitLevels();
        }
    }

    /** Waits for the change of levels: once the callback returns, a controller may assume that loggers have them. */
    private void awaitLevels() {
        try {
            agent.await(APPLY_TIMEOUT_NS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Closes the provider: nothing more is written, and levels of loggers are restored, which is not waited for. */
    @Override
    public void close() {
        isClosed = true;
        OPEN.updateAndGet(open -> open.stream().filter(each -> each != this).collect(Collectors.toUnmodifiableSet()));
        demand = Demand.NONE;
        agent.end();
        registration.close();
        // A concurrent callback may have set it again.
        demand = Demand.NONE;
        if (ownsRingside) {
            ringside.close();
        }
    }

    @Override
    public String toString() {
        return "LogProvider{name=" + schema.name() + ", keywords=" + keywords + '}';
    }
}
