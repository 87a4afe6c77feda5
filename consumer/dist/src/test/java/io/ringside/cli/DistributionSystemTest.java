package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The archive and the Debian package, unpacked or installed and then run, as they are built. */
@Tag("process")
@Tag("proof")
class DistributionSystemTest {
    private static final Path TARGET = Path.of(System.getProperty("basedir", "")).resolve("target");
    private static final String NAME = "ringside-" + ProgramVersion.text();
    private static final Path PACKAGE = TARGET.resolve("ringside_" + ProgramVersion.text() + "_all.deb");
    private static final Path INSTALLED = Path.of("/usr/bin/ringside");
    private static final String FIRST_LINE = "ringside " + ProgramVersion.text() + " (Java " + Runtime.version() + ")";
    private static final int WAIT_S = 110;
    /** Generated classes and those of the first run alone; without an archive there are more than a thousand. */
    private static final int MAX_LOADED_FROM_JARS = 60;

    @TempDir
    private Path folder;

    private Path home;

    @BeforeEach
    void unpack() throws IOException, InterruptedException {
        assertThat(run("tar", "-xzf", TARGET.resolve(NAME + ".tar.gz").toString(), "-C", folder.toString()).exitCode())
                .isZero();
        home = folder.resolve(NAME);
    }

    @Test
    void shouldLoadClassesFromTheArchiveThatTheFirstRunHasMade() throws IOException, InterruptedException {
        assertThat(ringside("--version").out()).containsExactly(FIRST_LINE);
        assertThat(archives(home.resolve("cds"))).singleElement().asString().endsWith(".jsa");
        assertThat(folder.resolve("cache")).doesNotExist();
        final Path loaded = folder.resolve("loaded");
        final ProgramRun run = ringside(
                Map.of("RINGSIDE_JAVA_OPTS", "-Xshare:on -Xlog:class+load:file=" + loaded), "sessions");
        assertThat(run.exitCode()).as("%s", run.err()).isEqualTo(ExitCode.DONE);
        assertThat(Files.readAllLines(loaded)).anyMatch(line -> line.contains("RingsideMain source: shared objects"))
                .filteredOn(line -> !line.contains("source: shared objects")).hasSizeLessThan(MAX_LOADED_FROM_JARS);
    }

    @Test
    void shouldIgnoreAnArchiveThatWasDamagedAndReplaceOneThatWasCutOff() throws IOException, InterruptedException {
        assertThat(ringside("--version").out()).containsExactly(FIRST_LINE);
        final Path archive = archives(home.resolve("cds")).get(0);
        final byte[] intact = Files.readAllBytes(archive);
        assertThat(archive.toFile().setWritable(true)).isTrue();
        for (final int length : new int[]{4096, intact.length / 2, intact.length - 4096}) {
            Files.write(archive, Arrays.copyOf(intact, length));
            assertThat(ringside("--version").out()).as("length=%d", length).containsExactly(FIRST_LINE);
            assertThat(archives(home.resolve("cds"))).hasSize(1);
        }
        final Path created = archives(home.resolve("cds")).get(0);
        final byte[] damaged = Files.readAllBytes(created);
        final long seed = Long.getLong("ringside.seed", System.nanoTime());
        final Random random = new Random(seed);
        for (int i = 0; i < 20; i++) {
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        }
        assertThat(created.toFile().setWritable(true)).isTrue();
        Files.write(created, damaged);
        assertThat(ringside("--version").out()).as("seed=%d", seed).containsExactly(FIRST_LINE);
    }

    @Test
    void shouldKeepNamesOutsideAsciiWithoutALocale() throws IOException, InterruptedException {
        final ProgramRun start = withUmlaut("env -i JAVA_HOME=\"$JAVA_HOME\" XDG_CACHE_HOME=cache " + NAME
                + "/bin/ringside --dir trace-$name start $name --format json; echo $?; ls -d trace-$name/v1");
        assertThat(start.err()).allMatch(line -> line.contains("trace directory is not in memory"));
        assertThat(start.out()).hasSize(3).first().asString().contains("\"name\":\"H\u00e4ndler\"");
        assertThat(start.out()).element(1).isEqualTo("0");
    }

    @Test
    void shouldRejectArgumentsThatTheLocaleHasDamaged() throws IOException, InterruptedException {
        final ProgramRun start = withUmlaut("LC_ALL=C \"$JAVA_HOME/bin/java\" -jar " + NAME
                + "/lib/ringside.jar --dir trace start $name; echo $?");
        assertThat(start.out()).containsExactly(Integer.toString(ExitCode.USAGE));
        assertThat(start.err()).singleElement().asString().contains("argument has characters that the locale does not",
                "encoding=", "LC_ALL=C.UTF-8");
        assertThat(folder.resolve("trace")).doesNotExist();
    }

    @Test
    void shouldRejectAWorkingDirectoryThatTheLocaleHasDamaged() throws IOException, InterruptedException {
        final ProgramRun start = withUmlaut("home=$PWD; mkdir $name; cd $name; env -i \"$JAVA_HOME/bin/java\" -jar "
                + "\"$home/" + NAME + "/lib/ringside.jar\" --dir trace start orders; echo $?");
        assertThat(start.out()).containsExactly(Integer.toString(ExitCode.USAGE));
        assertThat(start.err()).singleElement().asString().contains("working directory", "LC_ALL=C.UTF-8");
    }

    /** By a shell: the JVM of this test may have no locale either. */
    private ProgramRun withUmlaut(final String script) throws IOException, InterruptedException {
        return ended(new ProcessBuilder("sh", "-c", "name=$(printf 'H\\303\\244ndler'); " + script)
                .directory(folder.toFile()));
    }

    @Test
    void shouldKeepItsArchiveInTheCacheOfTheUserWhenTheInstallationCannotBeWritten()
            throws IOException, InterruptedException {
        // Not even root can make a folder of it.
        Files.createFile(home.resolve("cds"));
        assertThat(ringside("--version").out()).containsExactly(FIRST_LINE);
        assertThat(archives(folder.resolve("cache/ringside"))).singleElement().asString().endsWith(".jsa");
    }

    @Test
    void shouldRunWithoutAnArchiveWhereNoneCanBeWritten() throws IOException, InterruptedException {
        Files.createFile(home.resolve("cds"));
        Files.createFile(folder.resolve("cache"));
        final ProgramRun run = ringside("--version");
        assertThat(run.out()).containsExactly(FIRST_LINE);
        assertThat(run.err()).isEmpty();
    }

    @Test
    void shouldStartThroughALinkAndSayWhatIsMissing() throws IOException, InterruptedException {
        final Path link = Files.createSymbolicLink(folder.resolve("link"), home.resolve("bin/ringside"));
        assertThat(run(Map.of("RINGSIDE_CDS", "off"), link.toString(), "--version").out()).containsExactly(FIRST_LINE);
        assertThat(home.resolve("cds")).doesNotExist();
        final ProgramRun run = run(Map.of("JAVA_HOME", "/nowhere"), link.toString(), "--version");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).singleElement().asString().startsWith("ringside: Java was not found: JAVA_HOME=/nowhere");
    }

    @Test
    void shouldFindTheAgentBesideTheProgram() throws IOException, InterruptedException {
        try (ForeignApplication server = ForeignApplication.plain(folder)) {
            final String pid = Long.toString(server.pid());
            assertThat(ringside("attach", pid).out()).singleElement().asString().startsWith("attached: pid=" + pid);
            assertThat(ringside("detach", pid).out()).singleElement().asString().startsWith("detached: pid=" + pid);
        }
    }

    @Test
    void shouldHaveLicensesManualPageAndCompletion() throws IOException {
        assertThat(Stream.of("LICENSE", "NOTICE", "LICENSE.slf4j", "LICENSE.HdrHistogram", "LICENSE.jline",
                "LICENSE.protobuf", "LICENSE.uPlot", "copyright",
                "install.md").map(home.resolve("share/doc/ringside")::resolve)).allMatch(Files::isRegularFile);
        assertThat(home.resolve("share/man/man1/ringside.1")).content().startsWith(".TH RINGSIDE 1");
        assertThat(home.resolve("share/bash-completion/completions/ringside")).content()
                .contains("complete -F _complete_ringside_names");
    }

    @Test
    void shouldRunAfterThePackageWasInstalledAndLeaveNothingBehindWhenItIsRemoved()
            throws IOException, InterruptedException {
        final List<String> root = asRoot();
        Assumptions.assumeFalse(Files.exists(INSTALLED), "ringside is installed already: it stays as it is");
        try {
            // The JDK of a build need not come from a package.
            final ProgramRun install = run(root, "dpkg", "--install", "--force-depends", PACKAGE.toString());
            assertThat(install.exitCode()).as("%s", install.err()).isZero();
            assertThat(run(INSTALLED.toString(), "--version").out()).containsExactly(FIRST_LINE);
            assertThat(archives(Path.of("/var/cache/ringside"))).isNotEmpty();
            assertThat(run("dpkg", "--listfiles", "ringside").out()).contains("/usr/share/man/man1/ringside.1",
                    "/usr/share/bash-completion/completions/ringside", "/usr/share/doc/ringside/copyright");
        } finally {
            run(root, "dpkg", "--purge", "ringside");
        }
        assertThat(List.of(INSTALLED, Path.of("/usr/share/ringside"), Path.of("/var/cache/ringside")))
                .noneMatch(Files::exists);
    }

    /** Prefix of commands that root alone may do. The test is skipped where nobody may, unless it has to run. */
    private static List<String> asRoot() throws IOException, InterruptedException {
        final boolean isCi = "true".equals(System.getenv("CI"));
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/dpkg")), "this is not Debian");
        if (run("id", "-u").out().equals(List.of("0"))) {
            return List.of();
        }
        Assumptions.assumeTrue(isCi, "only root may install packages");
        return List.of("sudo", "-n");
    }

    private static List<Path> archives(final Path in) throws IOException {
        try (Stream<Path> files = Files.list(in)) {
            return files.toList();
        }
    }

    private ProgramRun ringside(final String... args) throws IOException, InterruptedException {
        return ringside(Map.of(), args);
    }

    private ProgramRun ringside(final Map<String, String> environment, final String... args)
            throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>(List.of(home.resolve("bin/ringside").toString(), "--dir",
                Files.createDirectories(folder.resolve("trace")).toString()));
        Files.setPosixFilePermissions(folder.resolve("trace"),
                java.nio.file.attribute.PosixFilePermissions.fromString("rwx------"));
        command.addAll(List.of(args));
        return run(environment, command.toArray(String[]::new));
    }

    private static ProgramRun run(final List<String> prefix, final String... command)
            throws IOException, InterruptedException {
        return run(Stream.concat(prefix.stream(), Stream.of(command)).toArray(String[]::new));
    }

    private static ProgramRun run(final String... command) throws IOException, InterruptedException {
        return ended(new ProcessBuilder(command));
    }

    /** With folders of this test, and with the JDK of this test unless another one is named. */
    private ProgramRun run(final Map<String, String> environment, final String... command)
            throws IOException, InterruptedException {
        final ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
        builder.environment().putAll(environment);
        return ended(builder);
    }

    private static ProgramRun ended(final ProcessBuilder builder) throws IOException, InterruptedException {
        builder.environment().putIfAbsent("JAVA_HOME", System.getProperty("java.home"));
        final Path err = Files.createTempFile("ringside-err-", ".txt");
        try {
            final Process process = builder.redirectError(err.toFile()).start();
            final List<String> out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines().toList();
            assertThat(process.waitFor(WAIT_S, TimeUnit.SECONDS)).isTrue();
            return new ProgramRun(process.exitValue(), out, Files.readAllLines(err));
        } finally {
            Files.delete(err);
        }
    }
}
