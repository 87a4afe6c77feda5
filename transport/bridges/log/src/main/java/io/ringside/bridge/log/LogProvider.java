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
 * The provider of the calls of one logging framework: {@link LogLevel} has its events, with the fields logger, message,
 * thread, thrown, marker, context, values and cut. For bridges. Thread-safe.
 *
 * <pre>{@code
 * if (provider.isEnabled(LogLevel.INFO, logger)) {
 *     try (LogEntry entry = provider.begin(LogLevel.INFO, logger)) {
 *         entry.message("matched").thread(Thread.currentThread().getName()).write();
 *     }
 * }
 * }</pre>
 *
 * Loggers of Ringside itself are never written: what it logs of a problem with events would become an event.
 */
public final class LogProvider implements AutoCloseable {
    /** Name of the provider if none is given. */
    public static final String NAME = "Ringside.Log";

    /** Loggers that are remembered; of others it is found out anew with each call, without filters. */
    private static final int ROUTES_MAX = 10_000;
    private static final String OWN = "io.ringside";
    private static final long APPLY_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(1);
    /** Replaced as a whole: another set means that providers were opened or closed. */
    private static final AtomicReference<Set<LogProvider>> OPEN = new AtomicReference<>(Set.of());

    private final Ringside ringside;
    private final boolean ownsRingside;
    private final ProviderSchema schema;
    private final LogKeywords keywords;
    private final LevelAgent agent;
    private final Reference<Class<?>> bridge;
    private final Reference<CurrentSpan> spans;
    /** Only for callbacks, which never overlap. */
    private final Map<Long, Enablement> sessions = new LinkedHashMap<>();
    private final Map<String, Route> routes = new ConcurrentHashMap<>();
    private final ProviderRegistration registration;
    /** Events by row of the keywords and level. */
    private final ProviderEvent[][] events;
    private volatile Demand demand = Demand.NONE;
    private volatile boolean isClosed;

    /** The demand for the events of one logger. Immutable. */
    private static final class Route {
        private final Demand demand;
        /** Events by level. */
        private final ProviderEvent[] events;
        /** Whether the logger is one of Ringside's. */
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
     * Register the provider. Waits as {@link Ringside#register(ProviderSchema)} does.
     *
     * @param context settings
     * @param control lets calls through that the framework would hold back
     * @return the provider, to be closed
     * @throws io.ringside.RingsideException if the name of the provider or a keyword is not allowed
     */
    public static LogProvider open(final LogContext context, final LevelControl control) {
        return open(context, control.getClass(), () -> control);
    }

    /**
     * The same for a framework that may go first, with the class loader of its application: the provider keeps neither.
     * It is closed as soon as it notices that they have gone.
     *
     * @param context settings
     * @param control lets calls through that the framework would hold back; kept by the framework, and by nobody else
     * @return the provider, to be closed
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

    /** {@return all that are open, of bridges of the same class loader or of the agent; another set after a change} */
    public static Set<LogProvider> openProviders() {
        return Objects.requireNonNull(OPEN.get());
    }

    /** {@return whether its bridge does what sessions want, as far as the last attempt says} */
    public boolean isInPlace() {
        return !isClosed && agent.isInPlace();
    }

    /**
     * Whether it was opened with a control.
     *
     * @param control of any provider
     * @return whether it is that of this one
     */
    public boolean isOf(final LevelControl control) {
        return agent.isOf(control);
    }

    /**
     * Whether calls of a class are calls of the bridged framework.
     *
     * @param api class with static methods that lead to the framework, such as SLF4J's {@code LoggerFactory}
     * @return whether the bridge is in a class loader that has the same class
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

    /** {@return whether a session wants anything of this provider, as far as the last notice of it says} */
    public boolean isWanted() {
        return !demand.isNone();
    }

    /**
     * Whether a session wants a call that the framework lets through. False is never wrong.
     *
     * @param level  of the call
     * @param logger name of the logger; null for one without
     * @return whether it is to be written
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
     * Whether a session wants a call, asked of one that the framework would hold back. False as well if no filter of a
     * session lets the logger's name pass.
     *
     * @param level  of the call
     * @param logger name of the logger; null for one without
     * @return whether it is to be written
     */
    public boolean wants(final LogLevel level, final @Nullable String logger) {
        if (!demand.includes(level)) {
            return false;
        }
        final Route route = route(nameOf(logger));
        return (route.wanted & level.bit()) != 0 && route.events[level.index()].isEnabled();
    }

    /**
     * The least severe level that a session wants of a logger.
     *
     * @param logger name of the logger; null for one without
     * @return null if none wants any
     */
    public @Nullable LogLevel leastWanted(final @Nullable String logger) {
        final int wanted = isWanted() ? route(nameOf(logger)).wanted : 0;
        return wanted == 0 ? null : LogLevel.of(Integer.SIZE - 1 - Integer.numberOfLeadingZeros(wanted));
    }

    /**
     * Begin to write a call.
     *
     * @param level  of the call
     * @param logger name of the logger; null for one without
     * @return the calling thread's entry, to be filled, written and closed before anything else; another one if it is
     *         in use, since a text that is put together logs too
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

    /** A controller that waits for this callback then knows that loggers are as it wants them. */
    private void awaitLevels() {
        try {
            agent.await(APPLY_TIMEOUT_NS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** End it: nothing is written any more, and loggers become what they were, which the caller does not wait for. */
    @Override
    public void close() {
        isClosed = true;
        OPEN.updateAndGet(open -> open.stream().filter(each -> each != this).collect(Collectors.toUnmodifiableSet()));
        demand = Demand.NONE;
        agent.end();
        registration.close();
        // A callback that was under way may have set it again.
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
