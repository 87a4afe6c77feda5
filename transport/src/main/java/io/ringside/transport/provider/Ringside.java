package io.ringside.transport.provider;

import io.ringside.schema.ProviderSchema;
import io.ringside.transport.agent.RegisteredProvider;
import io.ringside.transport.write.ThreadWriter;
import io.ringside.transport.write.WriterThreads;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The tracing runtime of a process in one trace directory. Thread-safe.
 * <p>
 * Connecting and registering never throw because tracing is impossible: registrations are then inert, with cause and
 * remedy in {@link ProviderRegistration#problem} and in one line of the log {@code io.ringside}.
 */
public final class Ringside implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("io.ringside");
    private static final Set<String> LOGGED = ConcurrentHashMap.newKeySet();

    private final RingsideContext context;
    private final WriterThreads threads = new WriterThreads();
    private final @Nullable ControlThread control;
    private final @Nullable String missing;

    private Ringside(final RingsideContext context) {
        this.context = context;
        this.missing = Prerequisites.missing();
        if (missing == null) {
            control = ControlThread.start(context, threads);
            // Opening the directory is slow in a cold JVM: registering then has its own time for itself.
            await(control.submit(() -> {}));
        } else {
            control = null;
            log(missing);
        }
    }

    /** Connect with default settings. */
    public static Ringside connect() {
        return connect(new RingsideContext());
    }

    /**
     * Connect to a trace directory. Its files are made by the control thread, for which this waits as
     * {@link #register} does.
     *
     * @param context settings, not to be changed any more
     * @return the runtime
     */
    public static Ringside connect(final RingsideContext context) {
        return new Ringside(context);
    }

    /**
     * Register a provider (R2.1). Sessions that have it enabled already record the very next event (R3.22). Waits for
     * the control thread, at most {@link RingsideContext#registerTimeoutNs}; an interrupt ends the wait and stays.
     *
     * @param schema of the provider
     * @return the registration, {@link RegistrationStatus#PENDING} if the wait was too short
     */
    public ProviderRegistration register(final ProviderSchema schema) {
        final ProviderRegistration registration = new ProviderRegistration(this,
                new RegisteredProvider(schema, threads));
        final ControlThread thread = control;
        if (thread == null) {
            registration.unavailable(String.valueOf(missing));
        } else {
            await(thread.submit(() -> register(thread, registration)));
        }
        return registration;
    }

    /**
     * The calling thread's writer, for its hottest loops, with a lane in each session that stands in the process. Waits
     * for lanes as {@link #register} waits.
     *
     * @return to be used on the calling thread only
     */
    public ThreadWriter writer() {
        final ThreadWriter writer = threads.current();
        final ControlThread thread = control;
        if (thread != null && !writer.takeLanes()) {
            await(thread.submit(thread::maintain));
            writer.takeLanes();
        }
        return writer;
    }

    /**
     * With {@link RingsideContext#useInvoker}: look for changes, and wake the control thread if there are any. Cheap,
     * and to be called regularly.
     *
     * @return 1 if there was something, else 0
     */
    public int invoke() {
        final ControlThread thread = control;
        return thread == null ? 0 : thread.wakeIfNeeded();
    }

    /** End all registrations and leave all sessions; what is in the rings stays for the drains. */
    @Override
    public void close() {
        final ControlThread thread = control;
        if (thread != null) {
            thread.close();
        }
    }

    void unregister(final RegisteredProvider provider) {
        final ControlThread thread = control;
        if (thread != null) {
            await(thread.submit(() -> thread.unregister(provider)));
        }
    }

    /** One line for each problem, however many registrations meet it. */
    static void log(final String problem) {
        if (LOGGED.add(problem)) {
            LOG.log(Level.WARNING, "tracing is off: " + problem);
        }
    }

    private static void register(final ControlThread thread, final ProviderRegistration registration) {
        try {
            thread.agent().register(registration.provider());
            registration.active();
        } catch (final RuntimeException e) {
            registration.unavailable(String.valueOf(e.getMessage()));
            log(String.valueOf(e.getMessage()));
        }
    }

    private void await(final CompletableFuture<Void> done) {
        try {
            done.get(context.registerTimeoutNs(), TimeUnit.NANOSECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (final TimeoutException e) {
            // It goes on by itself.
            return;
        } catch (final ExecutionException e) {
            log(String.valueOf(e.getCause()));
        }
    }
}
