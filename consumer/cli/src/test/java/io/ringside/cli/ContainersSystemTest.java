package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The image and the two containers of the page, where a container engine runs. */
@Timeout(300)
@Tag("process")
class ContainersSystemTest {
    private static final Path PAGE = Path.of("docs", "containers.md");
    private static final String ARCHIVE = "ringside-" + ProgramVersion.text() + ".tar.gz";

    @TempDir
    private Path folder;

    @BeforeEach
    void requireEngine() throws InterruptedException {
        Assumptions.assumeTrue(isRunning(), "no container engine runs here");
    }

    @AfterEach
    void remove() throws IOException, InterruptedException {
        if (isRunning()) {
            shell("docker rm --force ringside-orders; docker volume rm --force ringside-trace");
        }
    }

    @Test
    void shouldTraceAcrossTwoContainers() throws IOException, InterruptedException {
        final String page = Files.readString(PAGE);
        Files.writeString(folder.resolve("Containerfile"), block(page, "dockerfile"));
        Files.copy(Path.of("target", ARCHIVE), folder.resolve(ARCHIVE));
        final String printed = shell("set -e\n" + block(page, "sh").replaceAll("(?m) stop monday$",
                " stop monday || [ \\$? -eq " + ExitCode.LOST + " ]"));
        assertThat(printed.lines().filter(line -> line.contains("sequence="))).as(printed).hasSize(5);
    }

    private static boolean isRunning() throws InterruptedException {
        try {
            return new ProcessBuilder("docker", "info").redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0;
        } catch (final IOException e) {
            return false;
        }
    }

    private static String block(final String page, final String language) {
        final Matcher block = Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(page);
        assertThat(block.find()).isTrue();
        return block.group(1);
    }

    private String shell(final String script) throws IOException, InterruptedException {
        final Process process = new ProcessBuilder("sh", "-c", script).directory(folder.toFile())
                .redirectErrorStream(true).start();
        final String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(printed).isZero();
        return printed;
    }
}
