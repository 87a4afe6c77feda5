package io.ringside.cli.process;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.option.Arguments;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The arguments that name the target process and the agent. Set by the parser, before the command runs. */
final class AgentTarget {
    private static final String JAR = "ringside-agent.jar";

    @Parameters(paramLabel = "PID", converter = Arguments.ProcessId.class, description = {
        "Id of the process; see ringside processes."})
    private long pid;

    @Option(names = "--agent", paramLabel = "JAR", description = {
        "Jar of the agent, where the process can read it (default: " + JAR + " beside ringside.jar)."})
    private @Nullable Path agent;

    @Option(names = "--timeout", paramLabel = "D", defaultValue = "30s", description = {
        "Longest time to wait for the process (default: 30s)."})
    private Duration timeout = Duration.ZERO;

    /**
     * Returns the process after checking that the agent can probably be loaded.
     *
     * @throws RingsideException if there is no such process, or the agent cannot be loaded
     */
    JavaProcess process() {
        if (ModuleLayer.boot().findModule(AgentCall.MODULE).isEmpty()) {
            throw new RingsideException(ErrorCode.UNEXPECTED, "this Java cannot reach other JVMs: missing module="
                    + AgentCall.MODULE + ", home=" + System.getProperty("java.home") + ": run ringside with a JDK");
        }
        if (pid == ProcessHandle.current().pid()) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "process is this program itself: pid=" + pid + ": see ringside processes for others");
        }
        final JavaProcess process = JavaProcess.of(pid)
                .orElseThrow(() -> new RingsideException(ErrorCode.NOT_FOUND,
                        "no such process: pid=" + pid + ": see ringside processes for a list"));
        process.refusal().ifPresent(refusal -> {
            throw new RingsideException(ErrorCode.ACCESS_DENIED, refusal);
        });
        return process;
    }

    /**
     * Prepares calls of the agent.
     *
     * @param process target process
     * @throws RingsideException if the agent's jar is missing
     */
    AgentCall call(final JavaProcess process) {
        final Path jar = (agent == null ? besideProgram() : agent).toAbsolutePath();
        if (!process.sees(jar)) {
            throw new RingsideException(ErrorCode.NOT_FOUND, (Files.exists(jar)
                    ? "process does not see the agent, as it has another file system: pid=" + pid + ", agent=" + jar
                            + ": copy it to where the process is"
                    : "agent is missing: agent=" + jar + ": put it there") + ", or name it with --agent");
        }
        return new AgentCall(process, jar, timeout);
    }

    private static Path besideProgram() {
        try {
            return Path.of(AgentTarget.class.getProtectionDomain().getCodeSource().getLocation().toURI())
                    .resolveSibling(JAR);
        } catch (final URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
