package io.ringside.cli.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A process as the operating system describes it. The process itself is not contacted: a JVM without an attach listener
 * would print a thread dump, and another program would die. Missing properties are empty. Not thread-safe.
 */
final class JavaProcess {
    /** The oldest Java release that the agent supports. */
    static final int OLDEST = 17;

    /** The first Java release whose JVM warns about agents that are loaded into it. */
    static final int FIRST_WITH_WARNING = 21;

    private static final String ROOT = "root";
    private static final String JAVA = "java";
    private static final String JVM_LIBRARY = "libjvm.so";
    private static final String AGENTS_PERMITTED = "-XX:+EnableDynamicAgentLoading";
    private static final Pattern RELEASE = Pattern.compile("(?m)^JAVA_VERSION=\"([0-9][^\"]*)\"");
    private static final Pattern FEATURE = Pattern.compile("(?:1\\.)?(\\d{1,4}).*");
    private static final Pattern STATE = Pattern.compile("(?m)^State:\\s+(\\S)");
    private static final Pattern CAUGHT = Pattern.compile("(?m)^SigCgt:\\s+([0-9a-f]{1,16})$");
    /** SIGQUIT is signal 3. */
    private static final long QUIT_MASK = 1L << 2;
    private static final int HEX = 16;
    private static final Set<String> OPTIONS_WITH_VALUE = Set.of("-cp", "-classpath", "--class-path", "-p",
            "--module-path", "--upgrade-module-path", "--add-modules", "--enable-native-access", "--add-reads",
            "--add-exports", "--add-opens", "--limit-modules", "--patch-module", "-d", "--describe-module",
            "--source");
    private static final Set<String> OPTIONS_OF_MAIN = Set.of("-jar", "-m", "--module");

    private final ProcessHandle process;
    private final Path folder;
    private final List<String> arguments;
    private final String version;

    private JavaProcess(final ProcessHandle process) {
        this.process = process;
        folder = Path.of("/proc", Long.toString(process.pid()));
        arguments = List.of(read("cmdline").split("\0", -1));
        version = release();
    }

    /**
     * Reads the state of a process.
     *
     * @param pid of the process
     * @return empty if there is none
     */
    static Optional<JavaProcess> of(final long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).map(JavaProcess::new);
    }

    /** Returns the ids of other processes started by a launcher named java, even if the JDK does not list them. */
    static Stream<Long> launched() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().command().map(Path::of).map(Path::getFileName)
                        .filter(name -> name.toString().equals(JAVA)).isPresent())
                .map(ProcessHandle::pid).filter(pid -> pid != ProcessHandle.current().pid());
    }

    long pid() {
        return process.pid();
    }

    /**
     * Waits for the end of the process. An ending process closes its sockets before it disappears.
     *
     * @param patience longest wait
     * @return false if the process still runs
     */
    boolean awaitEnd(final Duration patience) {
        try {
            process.onExit().get(patience.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (final TimeoutException | ExecutionException e) {
            return !process.isAlive();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return !process.isAlive();
        }
    }

    /** Returns the start time in nanoseconds since 1970; 0 if unknown. */
    long startTimeNs() {
        return process.info().startInstant().map(start -> ChronoUnit.NANOS.between(Instant.EPOCH, start)).orElse(0L);
    }

    /** Returns the Java version of the process, from the release file of the installation; empty if unknown. */
    String version() {
        return version;
    }

    /** Returns the main class or jar, without arguments, which may be confidential; empty if unknown. */
    String main() {
        for (int i = 1; i < arguments.size(); i++) {
            final String argument = arguments.get(i);
            if (OPTIONS_OF_MAIN.contains(argument)) {
                return i + 1 < arguments.size() ? arguments.get(i + 1) : "";
            }
            if (OPTIONS_WITH_VALUE.contains(argument)) {
                i++;
            } else if (!argument.startsWith("-") && !argument.startsWith("@")) {
                return argument;
            }
        }
        return "";
    }

    /** Returns why the agent cannot be loaded, and the remedy; empty if no reason is known. */
    Optional<String> refusal() {
        final String who = ": pid=" + pid();
        final String owner = process.info().user().orElse("");
        final String user = ProcessHandle.current().info().user().orElse("");
        if (!owner.isEmpty() && !owner.equals(user) && !user.equals(ROOT)) {
            return Optional.of("process belongs to another user" + who + ", user=" + owner
                    + ": run ringside as that user or as root");
        }
        if (!isJvm()) {
            return Optional.of("process is not a JVM" + who + ", command=" + process.info().command().orElse("unknown")
                    + ": see ringside processes for a list");
        }
        final int feature = feature(version);
        if (feature > 0 && feature < OLDEST) {
            return Optional.of("Java of the process is too old" + who + ", java=" + version + ": the agent needs "
                    + OLDEST + " or newer");
        }
        return flag("-XX:+DisableAttachMechanism")
                .or(() -> flag("-XX:-EnableDynamicAgentLoading"))
                .map(flag -> "JVM was started to admit no agent" + who + ", flag=" + flag
                        + ": start it without the flag, or with -javaagent")
                .or(() -> state(who));
    }

    /** Whether the JVM prints a warning when it loads an agent, which could confuse its operator. */
    boolean warns() {
        return feature(version) >= FIRST_WITH_WARNING && flag(AGENTS_PERMITTED).isEmpty();
    }

    /** Returns whether the process can find a file under its path; in a container it may have another file system. */
    boolean sees(final Path file) {
        final Path root = folder.resolve("root");
        return !Files.isExecutable(root) || Files.exists(root.resolve(Path.of("/").relativize(file.toAbsolutePath())));
    }

    /** Returns the feature number of a Java version: 8 of "1.8.0_402", 17 of "17.0.2"; 0 if it has none. */
    static int feature(final String version) {
        final Matcher matcher = FEATURE.matcher(version);
        return matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    private Optional<String> state(final String who) {
        final String status = read("status");
        final Matcher state = STATE.matcher(status);
        if (state.find() && state.group(1).equalsIgnoreCase("T")) {
            return Optional.of("process is stopped" + who + ": resume it");
        }
        final Matcher caught = CAUGHT.matcher(status);
        final boolean listens = Files.exists(folder.resolve("root/tmp/.java_pid" + pid())) || !caught.find()
                || (Long.parseUnsignedLong(caught.group(1), HEX) & QUIT_MASK) != 0;
        return listens
                ? Optional.empty()
                : Optional.of("JVM does not listen for agents" + who + ": wait until it has started");
    }

    /** Whether the process has mapped the library of a JVM or, if that cannot be seen, its program's name is java. */
    boolean isJvm() {
        final String maps = read("maps");
        return maps.isEmpty()
                ? process.info().command().filter(command -> command.endsWith("/" + JAVA)).isPresent()
                : maps.contains(JVM_LIBRARY);
    }

    /** Returns a flag if an argument or environment variable sets it; other sources, such as files, are not read. */
    private Optional<String> flag(final String flag) {
        final String environment = read("environ");
        final boolean isSet = arguments.contains(flag) || Stream.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS")
                .anyMatch(name -> Pattern.compile("(?:^|\0)" + name + "=[^\0]*" + Pattern.quote(flag))
                        .matcher(environment).find());
        return isSet ? Optional.of(flag) : Optional.empty();
    }

    private String release() {
        final Path java = process.info().command().map(Path::of).orElse(null);
        final Path bin = java == null ? null : java.getParent();
        final Path home = bin == null ? null : bin.getParent();
        if (home == null) {
            return "";
        }
        final Matcher release = RELEASE.matcher(read("root" + home.resolve("release")));
        return release.find() ? release.group(1) : "";
    }

    /** Reads a file of the process; empty if it does not exist, or this user may not read it. */
    private String read(final String file) {
        final Path path = folder.resolve(file);
        try {
            return new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1);
        } catch (final IOException e) {
            return "";
        }
    }

    @Override
    public String toString() {
        return "pid=" + pid() + (main().isEmpty() ? "" : " (" + main() + ")");
    }
}
