package io.ringside.provider;

import io.ringside.RingsideException;
import io.ringside.callback.ProviderCallback;
import io.ringside.counter.CounterSetSchema;
import io.ringside.internal.agent.ClassicParts;
import io.ringside.internal.agent.RegisteredProvider;
import io.ringside.internal.callback.CallbackRunner;
import io.ringside.internal.counter.ProcessCounters;
import io.ringside.internal.files.Prerequisites;
import io.ringside.internal.machine.CallbackThreads;
import io.ringside.internal.provider.RuntimeDoor;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.write.ClassicPort;
import io.ringside.internal.write.ReplayLane;
import io.ringside.internal.write.WriterThreads;
import io.ringside.provider.ProblemLog.Kind;
import io.ringside.provider.counter.CounterCallback;
import io.ringside.provider.counter.CounterSet;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.PublishedNames;
import io.ringside.write.WriteOptions;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The tracing runtime of a process in one trace directory. Thread-safe.
 * <p>
 * Connecting and registering never throw if tracing is impossible: registrations are then inert, with cause and remedy
 * in {@link ProviderRegistration#problem} and in one line of the log {@code io.ringside}.
 *
 * <pre>{@code
 * try (Ringside ringside = Ringside.connect();
 *         OrderEventsProvider events = OrderEventsProvider.register(ringside)) {   // generated from OrderEvents
 *     events.accepted(94, 100, Side.BUY, "ACME");
 * }
 * }</pre>
 */
public final class Ringside implements AutoCloseable {
    /** Number of waits for lanes: another thread may take lanes that were made for this one. */
    private static final int LANE_WAITS = 4;
    private static final String CLOSED = "runtime is closed: connect again to register";

    private static final String NO_ID = "provider has no id: id=zeros: give it a name or an id";
    private static final UUID NULL_PROVIDER_ID = new UUID(0, 0);

    static {
        RuntimeDoor.open(new RuntimeDoor() {
            @Override
            public ClassicPort newPort(final Ringside ringside) {
                return new ClassicPort(ringside.threads);
            }

            @Override
            public ProviderRegistration register(final Ringside ringside, final ProviderSchema schema,
                    final ClassicPort port, final List<ProviderSchema> classes,
                    final @Nullable ProviderCallback callback) {
                return ringside.registerClassic(schema, new ClassicParts(port, classes), callback);
            }

            @Override
            public Ringside connect(final RingsideContext context, final UnaryOperator<ProcessIdentity> identity) {
                return Ringside.connect(context.identity(identity));
            }

            @Override
            public Optional<WriteOptions.Target> address(final ProviderRegistration registration,
                    final String sessionName) {
                return registration.address(sessionName);
            }

            @Override
            public int schemaIndex(final ProviderRegistration registration) {
                return registration.provider().state().schemaIndex();
            }

            @Override
            public void publishNames(final ProviderRegistration registration,
                    final List<PublishedNames.Entry> names) {
                registration.publish(names);
            }

            @Override
            public ReplayLane newLane(final Ringside ringside, final WriteOptions.Target session) {
                return new ReplayLane(ringside.threads, session);
            }

            @Override
            public boolean takeLane(final Ringside ringside, final ReplayLane lane) {
                ringside.takeLanes(lane::take);
                return lane.take();
            }
        });
    }

    private final RingsideContext context;
    final WriterThreads threads = new WriterThreads();
    private final ExecutorService callbackThreads = CallbackThreads.newExecutor();
    private final ProcessCounters counters;
    private final @Nullable ControlThread control;
    private final @Nullable String missing;
    /** Names by provider, shared by all current and later registrations of the provider in this process. */
    private final Map<UUID, PublishedNames> names = new ConcurrentHashMap<>();
    /** Dictionaries by provider and table. Guarded by the map itself. */
    private final Map<Table, TextDictionary> dictionaries = new HashMap<>();
    /** Open registrations. Guards itself and {@link #closed}. */
    private final Set<ProviderRegistration> registrations = new HashSet<>();
    private boolean closed;

    private Ringside(final RingsideContext context) {
        this.context = context;
        String problem = Prerequisites.missing();
        ControlThread started = null;
        final ProcessCounters waiting = ProcessCounters
                .waiting("trace directory cannot be used yet: see the log; others"
                        + " read the set as soon as it can");
        if (problem == null) {
            try {
                started = ControlThread.start(context, threads, waiting);
            } catch (final Throwable e) {
                problem = "control thread cannot be started: reason=" + e + ": raise the limit of threads or memory";
            }
        }
        missing = problem;
        control = started;
        counters = started == null ? ProcessCounters.nowhere(String.valueOf(problem)) : waiting;
        if (!context.problems().isEmpty()) {
            ProblemLog.SHARED.tell(Kind.SETTING, String.join("; ", context.problems()));
        }
        if (started == null) {
            ProblemLog.SHARED.tell(Kind.OFF, String.valueOf(problem));
        } else {
            // Opening the directory is slow in a cold JVM; awaited here, it takes nothing from the time of registering.
            await(started, started.submit(started::agent), Kind.OFF);
        }
    }

    /**
     * Connect with default settings.
     *
     * @return the runtime
     */
    public static Ringside connect() {
        return connect(new RingsideContext());
    }

    /**
     * Connect to a trace directory. The control thread makes the files; this waits for it like {@link #register}.
     *
     * @param context settings, which must not be changed any more
     * @return the runtime
     */
    public static Ringside connect(final RingsideContext context) {
        return new Ringside(context);
    }

    /**
     * Register a provider. Sessions that have it enabled already record the very next event. Waits for the control
     * thread, at most {@link RingsideContext#registerTimeoutNs}; an interrupt ends the wait and stays pending.
     *
     * @param schema of the provider
     * @return the registration, {@link ProviderRegistration.Status#PENDING} if the wait was too short
     */
    public ProviderRegistration register(final ProviderSchema schema) {
        return register(schema, null, null);
    }

    /**
     * Register a provider with a callback that receives the enablements of sessions. If a session has enabled the
     * provider already, this thread calls the callback before this returns; later calls use other threads.
     *
     * @param schema          of the provider
     * @param callback        callback to call; null for none
     * @param callbackContext context passed with each call, for the application's use; may be null
     * @return the registration as for {@link #register(ProviderSchema)}; a provider with an id of zeros is {@link
     *         ProviderRegistration.Status#UNAVAILABLE}
     */
    public ProviderRegistration register(final ProviderSchema schema, final @Nullable ProviderCallback callback,
            final @Nullable Object callbackContext) {
        if (callback == null) {
            return register(newProvider(schema, null, null));
        }
        final CallbackRunner callbacks = newCallbacks(schema, callback, callbackContext);
        return register(newProvider(schema, callbacks, null), callbacks);
    }

    private ProviderRegistration registerClassic(final ProviderSchema schema, final ClassicParts parts,
            final @Nullable ProviderCallback callback) {
        if (callback == null) {
            return register(newProvider(schema, null, parts));
        }
        final CallbackRunner callbacks = newCallbacks(schema, callback, null);
        return register(newProvider(schema, callbacks, parts), callbacks);
    }

    private RegisteredProvider newProvider(final ProviderSchema schema, final @Nullable CallbackRunner callbacks,
            final @Nullable ClassicParts classic) {
        return new RegisteredProvider(schema, threads, callbacks, classic, schema.hasPublishedNames()
                ? names.computeIfAbsent(schema.id(), id -> new PublishedNames())
                : new PublishedNames());
    }

    /** A table of the names of a provider. */
    private record Table(UUID providerId, String name) {}

    /** Returns the dictionary of a provider and table. */
    TextDictionary dictionary(final RegisteredProvider provider, final String table) {
        synchronized (dictionaries) {
            final Table key = new Table(provider.schema().id(), table);
            TextDictionary dictionary = dictionaries.get(key);
            if (dictionary == null) {
                dictionary = new TextDictionary(table, provider.names(),
                        () -> run(Kind.NAMES, thread -> thread.agent().publishNames(provider),
                                TimeUnit.MILLISECONDS.toNanos(TextDictionary.WAIT_MS)),
                        problem -> ProblemLog.SHARED.tellAsideOf(Kind.NAMES, provider.schema().name(), table,
                                problem));
                dictionaries.put(key, dictionary);
            }
            return dictionary;
        }
    }

    boolean hasDictionary(final RegisteredProvider provider, final String table) {
        synchronized (dictionaries) {
            return dictionaries.containsKey(new Table(provider.schema().id(), table));
        }
    }

    private CallbackRunner newCallbacks(final ProviderSchema schema, final ProviderCallback callback,
            final @Nullable Object callbackContext) {
        return new CallbackRunner(schema.id(), schema.name(), callback, callbackContext, callbackThreads,
                (provider, problem) -> ProblemLog.SHARED.tellAsideOf(Kind.CALLBACK, provider, problem));
    }

    private ProviderRegistration register(final RegisteredProvider provider, final CallbackRunner callbacks) {
        boolean isActive = false;
        try {
            final ProviderRegistration registration = register(provider);
            isActive = registration.status() == ProviderRegistration.Status.ACTIVE;
            return registration;
        } finally {
            // Called after an error as well, because entries that stay held would never be reported.
            callbacks.callInline(isActive);
        }
    }

    private ProviderRegistration register(final RegisteredProvider provider) {
        final ProviderRegistration registration = new ProviderRegistration(this, provider);
        final ControlThread thread = control;
        if (provider.schema().id().equals(NULL_PROVIDER_ID)) {
            registration.unavailable(NO_ID);
            ProblemLog.SHARED.tell(Kind.REGISTRATION, NO_ID);
        } else if (!keep(registration)) {
            registration.unavailable(CLOSED);
        } else if (thread == null) {
            registration.unavailable(String.valueOf(missing));
        } else {
            await(thread, thread.submit(() -> register(thread, registration)), Kind.REGISTRATION);
        }
        return registration;
    }

    /**
     * Open a counter set. Waits for the control thread like {@link #register}. If counters are unavailable, the set can
     * be used but not read; {@link CounterSet#problem} gives the reason. If the trace directory is unavailable, the set
     * becomes readable when the directory can be used.
     *
     * @param schema of the set
     * @return the set, open until it or this runtime is closed
     */
    public CounterSet counterSet(final CounterSetSchema schema) {
        return counters().open(schema);
    }

    /**
     * Open a counter set with a callback, which supplies instances in addition to those that are created.
     *
     * @param schema          of the set
     * @param callback        callback to call, by threads of its own; a call may outlast the closing of the set
     * @param callbackContext context passed with each request, for the application's use; may be null
     * @return the set, as for {@link #counterSet(CounterSetSchema)}
     */
    public CounterSet counterSet(final CounterSetSchema schema, final CounterCallback callback,
            final @Nullable Object callbackContext) {
        return counters().open(schema, callback, callbackContext, ProblemLog.COUNTER_ERRORS);
    }

    private ProcessCounters counters() {
        final ControlThread thread = control;
        if (thread != null) {
            await(thread, thread.submit(thread::agent), Kind.COUNTERS);
        }
        return counters;
    }

    /**
     * Take a lane for the calling thread in each session that is attached in the process, so that the thread's first
     * event needs no lane from the pool. Waits for lanes like {@link #register}. A virtual thread takes the lanes of
     * its carrier.
     *
     * @return false if a session has no lane left
     */
    public boolean takeLanes() {
        takeLanes(() -> threads.current().takeLanes());
        return threads.current().takeLanes();
    }

    /** Have lanes added until a thread has taken the lanes it needs, or no more seem to come. */
    private void takeLanes(final BooleanSupplier take) {
        final ControlThread thread = control;
        if (thread != null) {
            int waits = 0;
            while (!take.getAsBoolean() && waits < LANE_WAITS) {
                waits++;
                await(thread, thread.submit(thread::maintain), Kind.CYCLE);
            }
        }
    }

    /**
     * Return the trace directory, for other uses of the directory by the application.
     *
     * @return trace directory in the settings; null for the default
     */
    public @Nullable Path directory() {
        return context.directory();
    }

    /**
     * Check for changes, and wake the control thread if there are any; for use with {@link RingsideContext#useInvoker}.
     * The call is cheap, and must be made regularly.
     *
     * @return 1 if there was a change, else 0
     */
    public int invoke() {
        final ControlThread thread = control;
        return thread == null ? 0 : thread.wakeIfNeeded();
    }

    /**
     * End all registrations, as {@link ProviderRegistration#close} does, and leave all sessions; events in the rings
     * stay for the drains. Waits until no thread is inside a write, at most {@link RingsideContext#closeTimeoutNs}; a
     * thread that is inside for longer delays its sessions, and keeps this process alive for them. Callbacks in
     * progress are awaited for the same time in total.
     */
    @Override
    public void close() {
        final List<ProviderRegistration> ending;
        synchronized (registrations) {
            closed = true;
            ending = List.copyOf(registrations);
            registrations.clear();
        }
        ending.forEach(ProviderRegistration::end);
        final ControlThread thread = control;
        final long startNs = System.nanoTime();
        if (thread != null) {
            thread.close();
        }
        ending.forEach(registration -> registration.awaitCallback(
                context.closeTimeoutNs() - (System.nanoTime() - startNs)));
        callbackThreads.shutdown();
        threads.close();
    }

    /** Forget a registration that has ended. */
    void unregister(final ProviderRegistration registration) {
        synchronized (registrations) {
            registrations.remove(registration);
        }
        final ControlThread thread = control;
        if (thread != null) {
            await(thread, thread.submit(() -> thread.unregister(registration.provider())), Kind.CYCLE);
        }
    }

    /** Run a command on the control thread, if there is one, and wait for it like {@link #register}. */
    void run(final Kind kind, final Consumer<ControlThread> command) {
        run(kind, command, context.registerTimeoutNs());
    }

    private void run(final Kind kind, final Consumer<ControlThread> command, final long timeoutNs) {
        final ControlThread thread = control;
        if (thread != null) {
            await(thread, thread.submit(() -> command.accept(thread)), kind,
                    Math.min(timeoutNs, context.registerTimeoutNs()));
        }
    }

    private boolean keep(final ProviderRegistration registration) {
        synchronized (registrations) {
            return !closed && registrations.add(registration);
        }
    }

    /** Registers a provider. After a failure that may be temporary it is tried again, without another message. */
    private static void register(final ControlThread thread, final ProviderRegistration registration) {
        try {
            thread.agent().register(registration.provider());
            registration.active();
        } catch (final Throwable e) {
            registration.unavailable(ProblemLog.textOf(e));
            if (thread.hasFailed() || mayPass(e)) {
                thread.retry(() -> registerAgain(thread, registration));
            }
            throw e;
        }
    }

    private static void registerAgain(final ControlThread thread, final ProviderRegistration registration) {
        if (registration.status() != ProviderRegistration.Status.CLOSED) {
            try {
                register(thread, registration);
            } catch (final Throwable e) {
                ProblemLog.SHARED.tellAside(Kind.REGISTRATION, e);
            }
        }
    }

    private static boolean mayPass(final Throwable problem) {
        return problem instanceof final RingsideException known && switch (known.code()) {
            case NO_SPACE, TOO_MANY_FILES, BUSY, TIMEOUT, FILE_SYSTEM -> true;
            default -> false;
        };
    }

    /** Waits for a command. Its exception is reported by this thread, or by another one if it comes later. */
    private void await(final ControlThread thread, final CompletableFuture<Void> done, final Kind kind) {
        await(thread, done, kind, context.registerTimeoutNs());
    }

    private void await(final ControlThread thread, final CompletableFuture<Void> done, final Kind kind,
            final long timeoutNs) {
        try {
            done.get(timeoutNs, TimeUnit.NANOSECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            tellLater(thread, done, kind);
        } catch (final TimeoutException e) {
            tellLater(thread, done, kind);
        } catch (final ExecutionException e) {
            final Throwable cause = e.getCause();
            ProblemLog.SHARED.tell(kindOf(thread, kind), cause == null ? e : cause);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored")
    private static void tellLater(final ControlThread thread, final CompletableFuture<Void> done, final Kind kind) {
        done.whenComplete((nothing, problem) -> {
            if (problem != null) {
                ProblemLog.SHARED.tellAside(kindOf(thread, kind), problem);
            }
        });
    }

    private static Kind kindOf(final ControlThread thread, final Kind kind) {
        return thread.hasFailed() ? Kind.OFF : kind;
    }
}
