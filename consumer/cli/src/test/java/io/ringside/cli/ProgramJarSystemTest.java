package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.reader.ExportFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.duckdb.DuckDBDriver;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The executable jar, as it is built. */
@Tag("process")
class ProgramJarSystemTest {
    private static final Path JAR = Path.of(System.getProperty("basedir", "")).resolve("../target/ringside.jar");
    private static final int WAIT_S = 60;

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    void shouldLeaveTheLogOfAnApplicationAloneThatHasItOnItsClassPath() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            assertThat(jar.getJarEntry("META-INF/services/org.slf4j.spi.SLF4JServiceProvider")).isNull();
            assertThat(jar.getJarEntry("org/slf4j/LoggerFactory.class")).isNotNull();
            assertThat(jar.stream().map(JarEntry::getName)).noneMatch(name -> name.contains("duckdb"))
                    .noneMatch(name -> name.startsWith("org/apache/kafka"))
                    .noneMatch(name -> name.startsWith("io/aeron"));
        }
    }

    @Test
    void shouldPrintNothingOfItsLibrariesWhenItRecords() throws IOException, InterruptedException {
        assertThat(run("start", "trading").exitCode()).isEqualTo(ExitCode.DONE);
        final Process record = start("record", "trading", "--to", folder.resolve("recording").toString());
        ProgramProcess.awaitDrained(folder, "trading");
        assertThat(run("stop", "trading").err()).isEmpty();
        assertThat(ended(record).err()).isEmpty();
        assertThat(run("tail", folder.resolve("recording").toString()).err()).isEmpty();
    }

    @Test
    void shouldSayWhichLibraryToAddForParquetAndSqlAndUseItBesideTheProgram()
            throws IOException, InterruptedException {
        final Path recording;
        try (ExportFixture trace = new ExportFixture(folder).writeAll()) {
            recording = trace.record();
        }
        final Path lib = Files.createDirectory(folder.resolve("lib"));
        final Path program = Files.copy(JAR, lib.resolve("ringside.jar"));
        final Path target = folder.resolve("parquet");
        final String[] export = {"export", recording.toString(), "--as", "parquet", "--to", target.toString()};
        final String[] sql = {"sql", recording.toString(), "select count(*) n from \"Acme.Orders\".work"};
        for (final String[] command : List.of(export, sql)) {
            final ProgramRun run = ended(start(program, command));
            assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(run.out()).isEmpty();
            assertThat(run.err()).singleElement().asString().contains("library that is missing: library=duckdb_jdbc-",
                    "https://repo1.maven.org/maven2/org/duckdb/", "put it beside " + program);
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString())).noneMatch(name -> name.contains("parquet"));
        }

        final Path library = Path.of(DuckDBDriver.class.getProtectionDomain().getCodeSource().getLocation().getPath());
        final Path link = Files.createSymbolicLink(lib.resolve(library.getFileName()), library);
        assertThat(ended(start(program, export)).exitCode()).isEqualTo(ExitCode.LOST);
        assertThat(target.resolve("Acme.Orders.work.parquet")).isNotEmptyFile();
        assertThat(ended(start(program, sql)).out()).containsExactly("n", "4");
        Files.delete(link);
    }

    @Test
    void shouldSayWhichLibraryToAddForShipping() throws IOException, InterruptedException {
        final Path program = Files.copy(JAR, Files.createDirectory(folder.resolve("lib")).resolve("ringside.jar"));
        final Path target = folder.resolve("received");
        requireLibrary(program, target, "kafka", "kafka-clients-", "org/apache/kafka/");
        requireLibrary(program, target, "aeron", "aeron-client-", "io/aeron/aeron-client/");
        assertThat(target).doesNotExist();
    }

    private void requireLibrary(final Path program, final Path target, final String scheme, final String library,
            final String group) throws IOException, InterruptedException {
        final String address = scheme + "://localhost:1/trading";
        for (final String[] command : List.of(new String[]{"ships", address},
                new String[]{"ship", folder.toString(), "--to", address},
                new String[]{"receive", address, "--to", target.toString()})) {
            final ProgramRun run = ended(start(program, command));
            assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(run.err()).singleElement().asString().contains("library=" + library,
                    "https://repo1.maven.org/maven2/" + group, "put it beside " + program);
        }
    }

    private ProgramRun run(final String... args) throws IOException, InterruptedException {
        return ended(start(args));
    }

    private Process start(final String... args) throws IOException {
        return start(JAR, args);
    }

    private Process start(final Path program, final String... args) throws IOException {
        final ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-jar", program.toString());
        builder.command().addAll(List.of(args));
        builder.environment().put("RINGSIDE_DIR", folder.resolve("trace").toString());
        return builder.start();
    }

    private static ProgramRun ended(final Process process) throws IOException, InterruptedException {
        assertThat(process.waitFor(WAIT_S, TimeUnit.SECONDS)).isTrue();
        return new ProgramRun(process.exitValue(), process.inputReader().lines().toList(),
                process.errorReader().lines().toList());
    }
}
