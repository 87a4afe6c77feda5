package io.ringside.provider;

import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** An application in a JVM of its own, where tracing is impossible. */
@Tag("jdk25")
@Tag("process")
class InertRegistrationSystemTest {
    private static final String LOG_LINE = "tracing is off: ";

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    void shouldTradeOnWithOneLogLineWhenTheJvmFlagIsMissing() throws IOException, InterruptedException {
        final String output = run(folder.resolve("trace"), List.of());
        assertThat(output).contains("UNAVAILABLE UNAVAILABLE wanted=0", "traded on", "counted 10000 10000",
                "--add-exports java.base/jdk.internal.misc=ALL-UNNAMED");
        assertThat(output.split(LOG_LINE, -1)).as(output).hasSize(2);
        assertThat(folder.resolve("trace")).doesNotExist();
    }

    @Test
    void shouldTradeOnWithOneLogLineWhenTheDirectoryCannotBeUsed() throws IOException, InterruptedException {
        final Path file = Files.writeString(folder.resolve("file"), "not a directory");
        final String output = run(file, flags());
        assertThat(output).contains("UNAVAILABLE UNAVAILABLE wanted=0", "traded on", "counted 10000 10000",
                file.toString());
        assertThat(output.split(LOG_LINE, -1)).as(output).hasSize(2);
        assertThat(file).hasContent("not a directory");
    }

    @Test
    void shouldBeActiveWhenTheJvmHasTheFlag() throws IOException, InterruptedException {
        final String output = run(folder.resolve("trace"), flags());
        assertThat(output)
                .contains("ACTIVE ACTIVE wanted=0", "traded on", "counted 10000 10000")
                .doesNotContain(LOG_LINE);
    }

    @Test
    void shouldHaveTheClassesOfErrorsBeforeThereAreAny() throws IOException, InterruptedException {
        final List<String> flags = new ArrayList<>(flags());
        flags.add("-Xlog:class+load");
        assertThat(run(folder.resolve("trace"), flags)).contains("io.ringside.RingsideException ",
                "io.ringside.ErrorCode ", "io.ringside.internal.agent.AttachedSessions$Refusal ",
                "io.ringside.internal.agent.Detachment ", "io.ringside.internal.registry.AckCause ");
    }

    private static List<String> flags() {
        return Arrays.asList(System.getProperty("ringside.jvm.flags").trim().split("\\s+"));
    }

    private static String run(final Path directory, final List<String> flags) throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), TradingApplication.class.getName(),
                directory.toString()));
        final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (InputStream output = process.getInputStream()) {
            final String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(text).isZero();
            return text;
        } finally {
            process.destroyForcibly();
        }
    }
}
