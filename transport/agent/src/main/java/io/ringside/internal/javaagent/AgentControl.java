package io.ringside.internal.javaagent;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Starts and stops tracing in this JVM, at most once at a time. The result is stored in system properties, from which
 * the command that loads the agent reads it. No exception is thrown into the application. Thread-safe.
 */
public final class AgentControl {
    /** System property: the options of the running agent; absent if none is running. */
    static final String STATE = "ringside.agent";

    /** System property: the reason why the last command to the running JVM failed; absent if it succeeded. */
    static final String PROBLEM = "ringside.agent.problem";

    private static final String RUNTIME = "io.ringside.internal.jvm.AgentRuntime";
    private static final String DETACH = "detach";
    /** Exceptions with messages for users; for all others, the type is reported as well. */
    private static final Set<String> EXPLAINED = Set.of("io.ringside.RingsideException",
            "java.lang.IllegalArgumentException", "java.lang.IllegalStateException");

    private static @Nullable AutoCloseable runtime;

    private AgentControl() {}

    /**
     * Starts or stops tracing, and waits until that is done.
     *
     * @param options         {@code detach} to stop, else options of the agent; null for none
     * @param instrumentation of this JVM
     * @param attached        whether the application was already running
     */
    public static void handle(final @Nullable String options, final Instrumentation instrumentation,
            final boolean attached) {
        // A temporary thread, whose end releases objects that the library keeps for the connecting thread.
        final Thread thread = new Thread(null, () -> run(options, instrumentation, attached), "ringside-agent", 0,
                false);
        thread.setDaemon(true);
        thread.setContextClassLoader(AgentControl.class.getClassLoader());
        thread.start();
        try {
            thread.join();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static synchronized void run(final @Nullable String options, final Instrumentation instrumentation,
            final boolean attached) {
        try {
            System.clearProperty(PROBLEM);
            if (DETACH.equals(options)) {
                end();
            } else {
                start(options, instrumentation, attached);
            }
        } catch (final Throwable e) {
            tell(textOf(e), attached);
        }
    }

    private static void start(final @Nullable String options, final Instrumentation instrumentation,
            final boolean attached) throws Throwable {
        if (runtime != null) {
            throw new IllegalStateException("agent is running already: " + System.getProperty(STATE)
                    + ": detach it first");
        }
        final Path jar = Path.of(AgentControl.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        try {
            final AutoCloseable started = (AutoCloseable) new RuntimeLoader(jar).loadClass(RUNTIME)
                    .getMethod("start", String.class, Instrumentation.class, boolean.class)
                    .invoke(null, options, instrumentation, attached);
            runtime = started;
            System.setProperty(STATE, started.toString());
        } catch (final InvocationTargetException e) {
            final Throwable cause = e.getCause();
            throw cause == null ? e : cause;
        }
    }

    /** Stops tracing. Releasing the last reference also releases the class loader, its classes and its jar. */
    private static void end() throws Exception {
        final AutoCloseable ending = runtime;
        if (ending == null) {
            throw new IllegalStateException("no agent is running: attach it first");
        }
        runtime = null;
        System.clearProperty(STATE);
        ending.close();
    }

    private static void tell(final String problem, final boolean attached) {
        if (attached) {
            System.setProperty(PROBLEM, problem);
        } else {
            System.err.println("ringside: " + problem + "; the application runs without tracing");
        }
    }

    private static String textOf(final Throwable problem) {
        final String message = problem.getMessage();
        return message != null && EXPLAINED.contains(problem.getClass().getName())
                ? message
                : "agent has failed: reason=" + problem;
    }
}
