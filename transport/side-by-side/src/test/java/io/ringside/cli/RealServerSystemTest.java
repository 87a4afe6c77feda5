package io.ringside.cli;

import com.sun.tools.attach.VirtualMachine;
import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Apache ZooKeeper as it is: attached while it serves, its logs and what Flight Recorder knows of it in one stream, and
 * detached.
 */
@Tag("process")
@Tag("jdk25")
@Tag("proof")
class RealServerSystemTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String SERVER = "org.apache.zookeeper.server.";
    private static final List<String> METHODS = List.of("FinalRequestProcessor::processRequest",
            "ZooKeeperServer::processConnectRequest");
    private static final boolean TRACES_METHODS = Runtime.version().feature() >= 25;
    private static final int PASSWORD_BYTES = 16;
    private static final int SESSION_TIMEOUT_MS = 30_000;
    private static final int ANSWER_TIMEOUT_MS = 2_000;

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    private int questions;

    @ParameterizedTest
    @ValueSource(strings = {"logback", "log4j"})
    void shouldTailLogsAndFlightRecorderOfAServerInOneStreamAndLeaveItAsItWas(final String framework)
            throws IOException, InterruptedException, JMException {
        final int port = freePort();
        try (ForeignApplication server = ForeignApplication.zooKeeper(folder, framework, port,
                "-Dlog4j2.disableJmx=false")) {
            // It answers before it makes sessions.
            Awaitility.await().atMost(PATIENCE).ignoreExceptions().until(() -> {
                connect(port);
                return isServing(port);
            });
            server.diagnose("JFR.start", "name=own", "settings=profile");
            final String recordings = server.diagnose("JFR.check", "verbose=true");
            final Map<String, String> levels = levels(server);
            assertThat(levels).hasSizeGreaterThan(1);
            final Map<String, String> loggers = loggers(server, framework);

            final ProgramRun attach = run("attach", Long.toString(server.pid()), "--agent",
                    ForeignApplication.AGENT.toString(), "--log", "--jfr");
            assertThat(attach.exitCode()).as("%s", attach.err()).isEqualTo(ExitCode.DONE);
            enableAll();
            Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(300)).until(() -> {
                connect(port);
                server.diagnose("GC.run");
                return kinds().allMatch(kind -> tail("--peek").stream().anyMatch(line -> line.contains(kind)));
            });
            run("disable", "s", "Ringside.Log");
            run("disable", "s", "Ringside.Jfr");
            requireOneStream(tail(), server.pid());

            final ProgramRun detach = run("detach", Long.toString(server.pid()), "--agent",
                    ForeignApplication.AGENT.toString());
            assertThat(detach.exitCode()).as("%s", detach.err()).isEqualTo(ExitCode.DONE);
            final String ledger = run("stop", "s", "--format", "json").out().get(0);
            assertThat(number(ledger, "delivered") + number(ledger, "lost")).isEqualTo(number(ledger, "wanted"))
                    .isPositive();
            assertThat(number(ledger, "lost")).isZero();

            final int logged = Files.readAllLines(folder.resolve("application.log")).size();
            connect(port);
            assertThat(isServing(port)).isTrue();
            // Filters stay for a moment, and the server may have more loggers now.
            Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
                assertThat(levels(server)).containsAllEntriesOf(levels);
                assertThat(loggers(server, framework)).containsAllEntriesOf(loggers);
            });
            Awaitility.await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(server.diagnose("JFR.check", "verbose=true"))
                            .isEqualTo(recordings));
            final List<String> log = Files.readAllLines(folder.resolve("application.log"));
            assertThat(log).noneMatch(line -> line.startsWith("DEBUG") || line.startsWith("TRACE"));
            assertThat(log.subList(logged, log.size())).anyMatch(line -> line.contains("Processing ruok"));
            assertThat(server.err()).filteredOn(line -> line.contains("ringside")).isEmpty();
        }
    }

    private void enableAll() {
        assertThat(run("start", "s", "--lane-size", "4m").exitCode()).isEqualTo(ExitCode.DONE);
        final ProgramRun logs = run("enable", "s", "Ringside.Log", "--level", "5", "--payload",
                "logger like \"org.apache.zookeeper.%\"", "--timeout", "20s");
        assertThat(logs.exitCode()).as("%s", logs.err()).isEqualTo(ExitCode.DONE);
        final List<String> args = new ArrayList<>(List.of("enable", "s", "Ringside.Jfr", "--timeout", "20s", "--event",
                "jdk.GarbageCollection#threshold=0 ns"));
        if (TRACES_METHODS) {
            args.addAll(List.of("--event", "jdk.MethodTrace#filter=" + SERVER + String.join(";" + SERVER, METHODS),
                    "--event", "jdk.MethodTrace#threshold=0 ns"));
        }
        final ProgramRun jfr = run(args.toArray(String[]::new));
        assertThat(jfr.exitCode()).as("%s", jfr.err()).isEqualTo(ExitCode.DONE);
    }

    /** What a line of each kind of event contains. */
    private static Stream<String> kinds() {
        final Stream<String> always = Stream.of("\"event\":\"debug\"", "\"event\":\"jdk.GarbageCollection\"");
        return TRACES_METHODS
                ? Stream.concat(always, METHODS.stream().map(method -> SERVER + method.replace("::", ".")))
                : always;
    }

    /** Everything in the order of its times, but for what JFR has handed over too late for that, and says so. */
    private static void requireOneStream(final List<String> lines, final long pid) {
        final List<String> inTime = lines.stream().filter(line -> !line.contains("\"late\":true")).toList();
        assertThat(kinds()).allSatisfy(kind -> assertThat(inTime).anyMatch(line -> line.contains(kind)));
        assertThat(inTime).extracting(line -> number(line, "time")).isSorted();
        assertThat(lines).allMatch(line -> number(line, "pid") == pid);
        assertThat(lines).anyMatch(line -> line.contains("\"event\":\"debug\"")
                && line.contains("\"logger\":\"" + SERVER + "FinalRequestProcessor\""));
    }

    private List<String> tail(final String... options) {
        final ProgramRun run = run(Stream.concat(Stream.of("tail", "s", "--format", "json"), Stream.of(options))
                .toArray(String[]::new));
        assertThat(run.exitCode()).as("%s", run.err()).isEqualTo(ExitCode.DONE);
        return run.out();
    }

    /** Levels of the JDK's loggers, and those of Log4j if it is there, as the server's management beans say. */
    private static Map<String, String> levels(final ForeignApplication server) throws IOException, JMException {
        final Map<String, String> levels = new TreeMap<>();
        try (JMXConnector connector = JMXConnectorFactory.connect(address(server))) {
            final MBeanServerConnection beans = connector.getMBeanServerConnection();
            final ObjectName logging = new ObjectName("java.util.logging:type=Logging");
            for (final String name : (String[]) beans.getAttribute(logging, "LoggerNames")) {
                levels.put("jul " + name, String.valueOf(beans.invoke(logging, "getLoggerLevel", new Object[]{name},
                        new String[]{String.class.getName()})));
            }
            for (final ObjectName name : beans
                    .queryNames(new ObjectName("org.apache.logging.log4j2:component=Loggers,*"), null)) {
                levels.put("log4j " + name.getKeyProperty("name"), beans.getAttribute(name, "Level") + " "
                        + List.of((String[]) beans.getAttribute(name, "AppenderRefs")));
            }
        }
        return levels;
    }

    /** What the loggers of Logback have, which has no management beans; nothing of Log4j, which has. */
    private Map<String, String> loggers(final ForeignApplication server, final String framework) throws IOException {
        if (!"logback".equals(framework)) {
            return Map.of();
        }
        final Map<String, String> loggers = server.logbackLoggers(folder.resolve("levels" + questions++));
        assertThat(loggers).hasSizeGreaterThan(2).containsKey("ROOT")
                .anySatisfy((name, has) -> assertThat(name).startsWith(SERVER));
        return loggers;
    }

    private static JMXServiceURL address(final ForeignApplication server) throws IOException {
        try {
            final VirtualMachine jvm = VirtualMachine.attach(Long.toString(server.pid()));
            try {
                return new JMXServiceURL(jvm.startLocalManagementAgent());
            } finally {
                jvm.detach();
            }
        } catch (final com.sun.tools.attach.AttachNotSupportedException e) {
            throw new IOException(e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static boolean isServing(final int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write("ruok".getBytes(StandardCharsets.US_ASCII));
            return "imok".equals(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
        }
    }

    /** What a client of ZooKeeper sends first, until the server has made a session for it. */
    private static void connect(final int port) throws IOException {
        final ByteArrayOutputStream request = new ByteArrayOutputStream();
        final DataOutputStream out = new DataOutputStream(request);
        out.writeInt(0);
        out.writeLong(0);
        out.writeInt(SESSION_TIMEOUT_MS);
        out.writeLong(0);
        out.writeInt(PASSWORD_BYTES);
        out.write(new byte[PASSWORD_BYTES]);
        out.writeBoolean(false);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            // A server that is starting may take the request and never answer it.
            socket.setSoTimeout(ANSWER_TIMEOUT_MS);
            final DataOutputStream to = new DataOutputStream(socket.getOutputStream());
            to.writeInt(request.size());
            request.writeTo(to);
            to.flush();
            final DataInputStream answer = new DataInputStream(socket.getInputStream());
            answer.readFully(new byte[answer.readInt()]);
        }
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }
}
