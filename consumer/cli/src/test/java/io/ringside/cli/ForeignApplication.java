package io.ringside.cli;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.awaitility.Awaitility;

import static org.assertj.core.api.Assertions.assertThat;

/** An application without Ringside on its class path, in a JVM of its own. It is killed when it is closed. */
public final class ForeignApplication implements AutoCloseable {
    /** The agent, as it is built. */
    public static final Path AGENT = Path.of("..", "..", "transport", "agent", "target",
            "ringside-agent-" + ProgramVersion.text() + ".jar").toAbsolutePath().normalize();

    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
    private static final Path LIBRARIES = Path.of("target", "applications").toAbsolutePath();
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Pattern ADDRESS = Pattern.compile("http://[^:]+:(\\d+)");
    private static final String PLAIN = """
            public class Plain {
                public static void main(String[] args) throws Exception {
                    System.out.println("ready");
                    System.in.read();
                }
            }
            """;
    /** Answers each line with what it has put into a buffer of its Agrona, and which Agrona that is. */
    private static final String ENGINE = """
            import java.io.BufferedReader;
            import java.io.InputStreamReader;
            import org.agrona.concurrent.UnsafeBuffer;

            public class Engine {
                public static void main(String[] args) throws Exception {
                    UnsafeBuffer buffer = new UnsafeBuffer(new byte[64]);
                    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
                    System.out.println("ready");
                    for (String line = in.readLine(); line != null; line = in.readLine()) {
                        buffer.putLong(8, Long.parseLong(line));
                        String bytes = UnsafeBuffer.class.getResource("UnsafeBuffer.class").toString();
                        System.out.println("matched " + buffer.getLong(8) + " from " + bytes);
                    }
                }
            }
            """;
    /** Runs the engine as an application server does: with a class loader for it alone. */
    private static final String LAUNCHER = """
            import java.net.URL;
            import java.net.URLClassLoader;
            import java.nio.file.Path;

            public class Launcher {
                public static void main(String[] args) throws Exception {
                    URL[] places = {Path.of(args[0]).toUri().toURL(), Path.of(args[1]).toUri().toURL()};
                    ClassLoader loader = new URLClassLoader(places, ClassLoader.getPlatformClassLoader());
                    loader.loadClass("Engine").getMethod("main", String[].class).invoke(null, (Object) args);
                }
            }
            """;

    /** Logs each line that it reads through SLF4J and the JDK, and says at which levels. */
    private static final String LOGS = """
            import java.io.BufferedReader;
            import java.io.InputStreamReader;
            import org.slf4j.Logger;
            import org.slf4j.LoggerFactory;

            public class Logs {
                private static final java.util.logging.Logger OTHER =
                        java.util.logging.Logger.getLogger("com.acme.Other");

                public static void main(String[] args) throws Exception {
                    Logger logger = LoggerFactory.getLogger("com.acme.Engine");
                    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
                    System.out.println("ready");
                    for (String line = in.readLine(); line != null; line = in.readLine()) {
                        logger.info("known {}", line);
                        logger.debug("order {}", line);
                        OTHER.fine("fine " + line);
                        System.out.println("logged " + line + " debug=" + logger.isDebugEnabled() + " level="
                                + OTHER.getLevel());
                    }
                }
            }
            """;
    /** Writes what loggers of Logback have, a line for each, into a file. */
    private static final String LEVELS = """
            import ch.qos.logback.classic.Logger;
            import ch.qos.logback.classic.LoggerContext;
            import java.nio.file.Files;
            import java.nio.file.Path;
            import java.util.ArrayList;
            import java.util.List;
            import org.slf4j.LoggerFactory;

            public class Levels {
                public static void agentmain(String file) throws Exception {
                    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
                    List<String> lines = new ArrayList<>(List.of("turbo filters=" + context.getTurboFilterList()));
                    for (Logger logger : context.getLoggerList()) {
                        List<String> appenders = new ArrayList<>();
                        logger.iteratorForAppenders().forEachRemaining(each -> appenders.add(each.getName()
                                + each.getCopyOfAttachedFiltersList()));
                        lines.add(logger.getName() + "=" + logger.getLevel() + " " + logger.getEffectiveLevel() + " "
                                + logger.isAdditive() + " " + appenders);
                    }
                    Files.write(Path.of(file), lines);
                }
            }
            """;
    /** Configurations of SLF4J's frameworks, by folder of their libraries: what is at INFO goes to a file. */
    private static final Map<String, String> CONFIGURATIONS = Map.of("logback", """
            <configuration>
                <appender name="file" class="ch.qos.logback.core.FileAppender">
                    <file>%s</file>
                    <encoder><pattern>%%level %%logger %%msg%%n</pattern></encoder>
                </appender>
                <root level="info"><appender-ref ref="file"/></root>
            </configuration>
            """, "log4j", """
            <Configuration status="warn">
                <Appenders>
                    <File name="file" fileName="%s"><PatternLayout pattern="%%level %%logger %%msg%%n"/></File>
                </Appenders>
                <Loggers>
                    <Logger name="org.apache.zookeeper.server" level="info"/>
                    <Root level="info"><AppenderRef ref="file"/></Root>
                </Loggers>
            </Configuration>
            """);
    private static final Map<String, String> CONFIGURATION_NAMES = Map.of("logback", "logback.xml", "log4j",
            "log4j2.xml");

    private final Process process;
    private final Path out;
    private final Path err;

    private ForeignApplication(final Process process, final Path out, final Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** An application that needs nothing but the JDK: it waits until its standard input ends. */
    static ForeignApplication plain(final Path folder, final String... options) throws IOException {
        final List<String> command = new ArrayList<>(List.of(options));
        command.addAll(List.of("-cp", compiled(folder, "Plain", PLAIN).toString(), "Plain"));
        return started(folder, command);
    }

    /** The database H2, with its console on the web. */
    public static ForeignApplication server(final Path folder, final String... options) throws IOException {
        return server(JAVA, folder, options);
    }

    /** The same, by a launcher of another place. */
    static ForeignApplication server(final Path java, final Path folder, final String... options) throws IOException {
        final List<String> command = new ArrayList<>(List.of(options));
        command.addAll(List.of("-cp", LIBRARIES.resolve("h2.jar").toString(), "org.h2.tools.Server", "-web", "-webPort",
                "0", "-properties", "null", "-baseDir", folder.toString()));
        final ForeignApplication server = start(java, folder, command);
        Awaitility.await().atMost(PATIENCE).until(() -> ADDRESS.matcher(server.out()).find());
        return server;
    }

    /** A matching engine with an Agrona on its class path. */
    static ForeignApplication engine(final Path folder, final String agrona, final String... options)
            throws IOException {
        final List<String> command = new ArrayList<>(List.of(options));
        command.addAll(List.of("-cp", compiled(folder, "Engine", ENGINE, agrona) + File.pathSeparator
                + LIBRARIES.resolve(agrona), "Engine"));
        return started(folder, command);
    }

    /** The same in a class loader of its own, without anything on the class path but a launcher. */
    static ForeignApplication engineInLoader(final Path folder, final String agrona, final String... options)
            throws IOException {
        final List<String> command = new ArrayList<>(List.of(options));
        final Path launcher = compiled(Files.createDirectory(folder.resolve("launcher")), "Launcher", LAUNCHER, agrona);
        command.addAll(List.of("-cp", launcher.toString(), "Launcher",
                compiled(folder, "Engine", ENGINE, agrona).toString(), LIBRARIES.resolve(agrona).toString()));
        return started(folder, command);
    }

    /** The same as one jar that has all classes. */
    static ForeignApplication engineInFatJar(final Path folder, final String agrona, final String... options)
            throws IOException {
        final List<String> command = new ArrayList<>(List.of(options));
        final Path classes = compiled(folder, "Engine", ENGINE, agrona);
        final Path jar = folder.resolve("engine.jar");
        final Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "Engine");
        try (JarOutputStream fat = new JarOutputStream(Files.newOutputStream(jar), manifest);
                JarFile library = new JarFile(LIBRARIES.resolve(agrona).toFile())) {
            fat.putNextEntry(new JarEntry("Engine.class"));
            Files.copy(classes.resolve("Engine.class"), fat);
            for (final JarEntry entry : Collections.list(library.entries())) {
                if (entry.getName().startsWith("org/agrona/") && !entry.isDirectory()) {
                    fat.putNextEntry(new JarEntry(entry.getName()));
                    fat.write(library.getInputStream(entry).readAllBytes());
                }
            }
        }
        command.addAll(List.of("-jar", jar.toString()));
        return started(folder, command);
    }

    /** Apache ZooKeeper, with a framework behind SLF4J. */
    static ForeignApplication zooKeeper(final Path folder, final String framework, final int port,
            final String... options) throws IOException {
        final List<String> command = new ArrayList<>(List.of(options));
        command.addAll(List.of("-Dzookeeper.admin.enableServer=false", "-Dzookeeper.4lw.commands.whitelist=*", "-cp",
                String.join(File.pathSeparator, configured(folder, framework).toString(), all("zookeeper"),
                        all(framework)),
                "org.apache.zookeeper.server.ZooKeeperServerMain", Integer.toString(port),
                Files.createDirectory(folder.resolve("data")).toString()));
        return start(JAVA, folder, command);
    }

    /** A small application with a framework behind SLF4J, and the JDK's logging. */
    static ForeignApplication logs(final Path folder, final String framework, final String... options)
            throws IOException {
        final List<String> command = new ArrayList<>(List.of(options));
        command.addAll(List.of("-cp", String.join(File.pathSeparator, configured(folder, framework).toString(),
                compiled(folder, "Logs", LOGS, framework + "/slf4j-api.jar").toString(), all(framework)), "Logs"));
        return started(folder, command);
    }

    private static String all(final String libraries) {
        return LIBRARIES.resolve(libraries) + File.separator + '*';
    }

    private static Path configured(final Path folder, final String framework) throws IOException {
        final Path place = Files.createDirectory(folder.resolve("configuration"));
        Files.writeString(place.resolve(CONFIGURATION_NAMES.get(framework)),
                CONFIGURATIONS.get(framework).formatted(folder.resolve("application.log")));
        return place;
    }

    private static Path compiled(
            final Path folder, final String name, final String text, final String... libraries) throws IOException {
        final Path classes = Files.createDirectory(folder.resolve("classes"));
        final Path source = Files.writeString(folder.resolve(name + ".java"), text);
        final List<String> classPath = new ArrayList<>();
        for (final String library : libraries) {
            classPath.add(classPath(LIBRARIES.resolve(library)));
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, "-proc:none", "--release", "17", "-cp",
                String.join(File.pathSeparator, classPath), "-d", classes.toString(), source.toString())).isZero();
        return classes;
    }

    /** One jar, or all in a folder. */
    private static String classPath(final Path library) throws IOException {
        try (Stream<Path> jars = Files.walk(library)) {
            return jars.filter(Files::isRegularFile).map(Path::toString)
                    .collect(Collectors.joining(File.pathSeparator));
        }
    }

    /**
     * Any application that prints {@code ready} when it is.
     *
     * @param folder  where its output is kept
     * @param command what comes after {@code java}
     */
    public static ForeignApplication started(final Path folder, final List<String> command) throws IOException {
        final ForeignApplication application = start(JAVA, folder, command);
        Awaitility.await().atMost(PATIENCE)
                .until(() -> application.out().contains("ready\n") || !application.process.isAlive());
        assertThat(application.out()).as("%s", application.err()).contains("ready\n");
        return application;
    }

    private static ForeignApplication start(final Path java, final Path folder, final List<String> command)
            throws IOException {
        final List<String> whole = new ArrayList<>(
                List.of(java.toString(), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        whole.addAll(command);
        final Path out = folder.resolve("application.out");
        final Path err = folder.resolve("application.err");
        final ProcessBuilder builder = new ProcessBuilder(whole).redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().remove("RINGSIDE_DIR");
        return new ForeignApplication(builder.start(), out, err);
    }

    /**
     * What loggers of Logback have: level, effective level, whether they are additive, appenders with their filters.
     *
     * @param folder to be made, for what asks for it
     * @return by name of the logger, and the context's filters
     */
    Map<String, String> logbackLoggers(final Path folder) throws IOException {
        final Path file = Files.createDirectory(folder).resolve("loggers");
        final Path classes = compiled(folder, "Levels", LEVELS, "logback");
        final Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Agent-Class", "Levels");
        final Path jar = folder.resolve("levels.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            out.putNextEntry(new JarEntry("Levels.class"));
            Files.copy(classes.resolve("Levels.class"), out);
        }
        try {
            final VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid()));
            try {
                jvm.loadAgent(jar.toString(), file.toString());
            } finally {
                jvm.detach();
            }
        } catch (final AttachNotSupportedException | AgentLoadException | AgentInitializationException e) {
            throw new IOException(e);
        }
        return Files.readAllLines(file).stream().map(line -> line.split("=", 2))
                .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
    }

    public long pid() {
        return process.pid();
    }

    /** Asks the server for its first page. */
    public boolean answers() throws IOException, InterruptedException {
        final Matcher address = ADDRESS.matcher(out());
        assertThat(address.find()).isTrue();
        return HttpClient.newHttpClient().send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + address.group(1) + "/")).build(),
                BodyHandlers.ofString()).body().contains("H2 Console");
    }

    /** Has the engine match an order, and gives its answer. */
    String match(final long order) throws IOException {
        return answer(Long.toString(order), "matched " + order);
    }

    /** Has the small application log a line, and gives its answer, such as {@code logged a debug=false level=null}. */
    String log(final String line) throws IOException {
        return answer(line, "logged " + line + ' ').lines().findFirst().orElseThrow();
    }

    private String answer(final String line, final String beginning) throws IOException {
        type(line);
        Awaitility.await().atMost(PATIENCE).until(() -> answer(beginning).endsWith("\n"));
        return answer(beginning);
    }

    private String answer(final String beginning) {
        final String all = out();
        final int begin = all.indexOf(beginning);
        return begin < 0 ? "" : all.substring(begin);
    }

    /** Types a line at its standard input, and gives the line that it answers with. */
    public String ask(final String line) throws IOException {
        final long before = lines();
        type(line);
        Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(10))
                .until(() -> lines() > before || !process.isAlive());
        assertThat(lines()).as("answer to %s: %s%s", line, out(), err()).isGreaterThan(before);
        return out().lines().skip(before).findFirst().orElseThrow();
    }

    private void type(final String line) throws IOException {
        final OutputStream in = process.getOutputStream();
        in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        in.flush();
    }

    /** Complete ones of its standard output. */
    private long lines() {
        return out().chars().filter(each -> each == '\n').count();
    }

    public String out() {
        return read(out);
    }

    /** Standard error, without what a JVM says about an agent, and about libraries, without being asked. */
    public List<String> err() {
        return read(err).lines().filter(line -> !line.startsWith("WARNING: ")).toList();
    }

    /** Standard error with the lines of a log, whose warnings begin as those of a JVM do. */
    public List<String> log() {
        return read(err).lines().toList();
    }

    public void signal(final String name) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start().waitFor()).isZero();
    }

    /** What the JDK's own tool finds in it. */
    public String diagnose(final String... command) throws IOException, InterruptedException {
        final List<String> whole = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(), Long.toString(pid())));
        whole.addAll(List.of(command));
        final Process jcmd = new ProcessBuilder(whole).redirectErrorStream(true).start();
        try (InputStream in = jcmd.getInputStream()) {
            final String answer = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(jcmd.waitFor()).as(answer).isZero();
            return answer;
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static String read(final Path path) {
        try {
            return Files.readString(path);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
