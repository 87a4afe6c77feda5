package io.ringside.cli.process;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Loads and unloads the agent in a running JVM, with the JDK's attach API. Not thread-safe. */
final class AgentCall {
    /** The JDK's module of the attach API, which a runtime image may lack. */
    static final String MODULE = "jdk.attach";

    /** System properties in which the agent publishes its state and the failure of the last call. */
    private static final String STATE = "ringside.agent";
    private static final String PROBLEM = "ringside.agent.problem";

    /** Wait for the end of a process after its connection broke, as that is often the first sign of its end. */
    private static final Duration END_PATIENCE = Duration.ofSeconds(2);

    private final JavaProcess process;
    private final Path agent;
    private final Duration timeout;

    AgentCall(final JavaProcess process, final Path agent, final Duration timeout) {
        this.process = process;
        this.agent = agent;
        this.timeout = timeout;
    }

    /**
     * Starts tracing.
     *
     * @param options of the agent
     * @return the state of the agent, as it describes itself
     * @throws RingsideException if the agent does not start
     */
    String attach(final String options) {
        final String state = call(options, before -> {
            if (before != null) {
                throw new RingsideException(ErrorCode.ALREADY_EXISTS, "agent is running in the process already: pid="
                        + process.pid() + ", " + before + ": ringside detach " + process.pid() + " ends it");
            }
        });
        if (state == null) {
            throw new RingsideException(ErrorCode.UNEXPECTED, "agent has not started: pid=" + process.pid()
                    + ": see the standard error of the process");
        }
        return state;
    }

    /**
     * Ends tracing.
     *
     * @throws RingsideException if the agent does not end, or is not running
     */
    void detach() {
        call("detach", before -> {
            if (before == null) {
                throw new RingsideException(ErrorCode.NOT_FOUND, "no agent is running in the process: pid="
                        + process.pid() + ": ringside attach " + process.pid() + " starts one");
            }
        });
    }

    /** Calls the agent in a separate thread: if the process is stopped meanwhile, the JDK's call blocks forever. */
    private @Nullable String call(final String options, final Consumer<@Nullable String> check) {
        final CompletableFuture<Properties> answer = new CompletableFuture<>();
        final Thread thread = new Thread(() -> {
            try {
                answer.complete(load(options, check));
            } catch (final Throwable e) {
                answer.completeExceptionally(e);
            }
        }, "ringside-attach");
        thread.setDaemon(true);
        thread.start();
        try {
            final Properties after = answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
            final String problem = after.getProperty(PROBLEM);
            if (problem != null) {
                throw new RingsideException(ErrorCode.UNEXPECTED, "agent says: " + problem);
            }
            return after.getProperty(STATE);
        } catch (final TimeoutException e) {
            throw new RingsideException(ErrorCode.TIMEOUT, "process does not answer: pid=" + process.pid()
                    + ", timeout=" + timeout.toMillis() + "ms: see whether it is stopped, or try a longer --timeout",
                    e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RingsideException(ErrorCode.UNEXPECTED, "interrupted: pid=" + process.pid() + ": try again", e);
        } catch (final ExecutionException e) {
            final Throwable cause = e.getCause();
            throw explained(cause == null ? e : cause);
        }
    }

    private Properties load(final String options, final Consumer<@Nullable String> check) throws Exception {
        final VirtualMachine jvm = VirtualMachine.attach(Long.toString(process.pid()));
        try {
            final Properties before = jvm.getSystemProperties();
            final String java = before.getProperty("java.specification.version", "");
            if (JavaProcess.feature(java) < JavaProcess.OLDEST) {
                throw new RingsideException(ErrorCode.UNEXPECTED, "Java of the process is too old: pid="
                        + process.pid() + ", java=" + java + ": the agent needs " + JavaProcess.OLDEST + " or newer");
            }
            check.accept(before.getProperty(STATE));
            jvm.loadAgent(agent.toAbsolutePath().toString(), options);
            return jvm.getSystemProperties();
        } finally {
            jvm.detach();
        }
    }

    private RingsideException explained(final Throwable cause) {
        if (cause instanceof final RingsideException known) {
            return known;
        }
        if (process.awaitEnd(cause instanceof IOException ? END_PATIENCE : Duration.ZERO)) {
            return new RingsideException(ErrorCode.NOT_FOUND, "process has ended meanwhile: pid=" + process.pid()
                    + ": see ringside processes for those that run", cause);
        }
        final String reason = String.valueOf(cause.getMessage());
        if (cause instanceof AttachNotSupportedException || cause instanceof IOException) {
            return new RingsideException(ErrorCode.UNEXPECTED, "JVM cannot be reached: pid=" + process.pid()
                    + ", reason=" + reason + ": start it with -javaagent instead", cause);
        }
        if (reason.contains("Dynamic agent loading is not enabled")) {
            return new RingsideException(ErrorCode.ACCESS_DENIED, "JVM admits no agent: pid=" + process.pid()
                    + ", reason=" + reason + ": start it with that flag, or with -javaagent", cause);
        }
        if (cause instanceof AgentLoadException || cause instanceof AgentInitializationException) {
            return new RingsideException(ErrorCode.UNEXPECTED, "JVM has not loaded the agent: pid=" + process.pid()
                    + ", agent=" + agent + ", reason=" + reason + ": see whether the process may read the file", cause);
        }
        return new RingsideException(ErrorCode.UNEXPECTED, "agent cannot be called: pid=" + process.pid() + ", reason="
                + cause + ": please report it", cause);
    }
}
