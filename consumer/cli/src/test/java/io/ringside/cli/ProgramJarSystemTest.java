package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
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

    private ProgramRun run(final String... args) throws IOException, InterruptedException {
        return ended(start(args));
    }

    private Process start(final String... args) throws IOException {
        final ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-jar", JAR.toString());
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
