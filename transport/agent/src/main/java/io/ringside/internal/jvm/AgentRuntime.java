package io.ringside.internal.jvm;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.bridge.jfr.JfrBridge;
import io.ringside.callback.ControlNotice;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.machine.OperatorLog;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.agrona.concurrent.SystemNanoClock;
import org.jspecify.annotations.Nullable;

/** Tracing of the agent's JVM, until it is closed. Thread-safe. */
public final class AgentRuntime implements AutoCloseable {
    /** An operator waits for a late answer rather than none; an application that is starting does not wait. */
    private static final long ATTACH_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);

    private final Ringside ringside;
    private final Path directory;
    /** Main class or jar of this JVM, without its arguments. */
    private final String main = ProcessIdentity.ofThisProcess(Incarnation.random()).command();
    private final List<AutoCloseable> bridges = new CopyOnWriteArrayList<>();
    private volatile @Nullable JvmEventsProvider events;

    private AgentRuntime(final Ringside ringside, final Path directory) {
        this.ringside = ringside;
        this.directory = directory;
    }

    /**
     * Connects to the trace directory, and publishes the JVM's counters and events.
     *
     * @param options         text as in {@link AgentOptions}; null for none
     * @param instrumentation of this JVM
     * @param attached        whether the application was already running: then no packages are opened to it, and an
     *                        unusable directory is an error; otherwise the runtime tries again
     * @return the runtime to close; its text is the trace directory
     * @throws IllegalArgumentException if an option is not allowed
     * @throws RingsideException        if the directory cannot be used
     */
    public static AgentRuntime start(final @Nullable String options, final Instrumentation instrumentation,
            final boolean attached) {
        final AgentOptions parsed = AgentOptions.parse(options);
        if (attached) {
            JdkPackages.openToAgent(instrumentation);
        } else {
            JdkPackages.openToAll(instrumentation);
        }
        // The attaching program receives the problems; they do not belong in the application's output.
        OperatorLog.redirect(attached ? line -> {} : AgentRuntime::print);
        final RingsideContext context = new RingsideContext();
        if (attached) {
            context.registerTimeoutNs(ATTACH_TIMEOUT_NS);
        }
        final Path directory = parsed.directory() == null ? TraceDirectory.defaultPath() : parsed.directory();
        if (parsed.directory() != null) {
            context.directory(directory);
        }
        final AgentRuntime runtime = new AgentRuntime(Ringside.connect(context), directory.toAbsolutePath());
        boolean complete = false;
        try {
            runtime.publish(parsed, instrumentation, attached);
            complete = true;
            return runtime;
        } finally {
            if (!complete) {
                runtime.close();
            }
        }
    }

    private void publish(final AgentOptions options, final Instrumentation instrumentation, final boolean attached) {
        final JvmEventsProvider registered = JvmEventsProvider.register(ringside, this::onControl, this);
        events = registered;
        final ProviderRegistration registration = registered.registration();
        if (attached && registration.status() != ProviderRegistration.Status.ACTIVE) {
            final String problem = registration.problem();
            throw new RingsideException(ErrorCode.UNEXPECTED, problem == null
                    ? "trace directory is not open yet: directory=" + directory + ": try again"
                    : problem);
        }
        OperatorLog.redirect(AgentRuntime::print);
        if (options.jvm()) {
            open("counters of the JVM", "java.management", () -> JvmCounters.open(ringside, main));
        }
        if (options.log()) {
            open("logs", "java.logging", () -> bridges.add(new AgentLogs(ringside)));
            open("logs of frameworks", "java.instrument",
                    () -> bridges.add(new FrameworkLogs(ringside, instrumentation, SystemNanoClock.INSTANCE)));
        }
        if (options.jfr()) {
            open("events of Flight Recorder", "jdk.jfr", () -> bridges.add(JfrBridge.open(ringside)), attached);
        }
        if (registered.runningEnabled()) {
            running(registered);
        }
    }

    private static void open(final String what, final String module, final Runnable opening) {
        open(what, module, opening, false);
    }

    /**
     * Opens one part of the agent. A part that fails does not prevent others, but a lack of space is reported to an
     * attaching program.
     */
    private static void open(final String what, final String module, final Runnable opening, final boolean needsSpace) {
        try {
            opening.run();
        } catch (final LinkageError e) {
            print(what + " are unavailable: reason=" + e + ": add the module " + module);
        } catch (final RuntimeException e) {
            if (needsSpace && e instanceof final RingsideException known && known.code() == ErrorCode.NO_SPACE) {
                throw known;
            }
            print(what + " are unavailable: reason=" + e.getMessage());
        }
    }

    private void onControl(final ControlNotice notice) {
        final JvmEventsProvider registered = events;
        if (registered != null && notice.code() == ControlNotice.CAPTURE_STATE) {
            running(registered);
        }
    }

    private void running(final JvmEventsProvider registered) {
        final Runtime jvm = Runtime.getRuntime();
        registered.running(main, Runtime.version().toString(), System.getProperty("java.vm.name", ""),
                jvm.availableProcessors(), jvm.maxMemory(), ProcessHandle.current().info().startInstant()
                        .map(start -> Duration.between(start, Instant.now()).toMillis()).orElse(0L));
    }

    /** Prints to standard error: using a log could initialize the application's logging before the application does. */
    private static void print(final String line) {
        System.err.println("ringside: " + line);
    }

    @Override
    public void close() {
        CloseHelper.quietCloseAll(bridges);
        ringside.close();
    }

    @Override
    public String toString() {
        return "dir=" + directory;
    }
}
