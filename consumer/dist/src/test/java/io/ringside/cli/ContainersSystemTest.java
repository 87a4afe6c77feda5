package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import java.io.IOException;
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

/**
 * The image and the two containers of the page, by Docker or Podman. The image's base is made of this machine's own
 * JDK and libraries, as a registry may be out of reach.
 */
@Timeout(300)
@Tag("process")
@Tag("proof")
class ContainersSystemTest {
    private static final Path PAGE = Path.of("..", "cli", "docs", "containers.md");
    private static final Path ROOT_SCRIPT = Path.of("src", "test", "resources", "container-root.sh");
    private static final String ARCHIVE = "ringside-" + ProgramVersion.text() + ".tar.gz";
    private static final String BASE = "ringside-test-base";
    private static final String IMAGE = "ringside-test";
    /** Podman's defaults may be above what the machine allows, and its usual runtime knows fewer control groups. */
    private static final String PODMAN_SETTINGS = """
            [containers]
            default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]
            [engine]
            runtime = "%s"
            """;

    @TempDir
    private Path folder;
    private String engine = "";

    @BeforeEach
    void requireEngine() throws IOException, InterruptedException {
        Assumptions.assumeTrue(isProgram("docker", "info") || isProgram("podman", "info"),
                "neither Docker nor Podman runs here");
        engine = isProgram("docker", "info") ? "docker" : "podman";
        Files.writeString(folder.resolve("containers.conf"),
                PODMAN_SETTINGS.formatted(isProgram("runc", "--version") ? "runc" : "crun"));
        shell("sh '%s' '%s' root && tar -C root -c . | docker import - %s".formatted(ROOT_SCRIPT.toAbsolutePath(),
                System.getProperty("java.home"), BASE));
        final Output output = run("docker run --rm %s sh -c true".formatted(BASE));
        Assumptions.assumeTrue(output.exitCode() == 0, engine + " runs no container here: " + output.text());
    }

    @AfterEach
    void remove() throws IOException, InterruptedException {
        if (!engine.isEmpty()) {
            run("docker rm --force ringside-orders; docker volume rm --force ringside-trace; docker rmi --force %s %s"
                    .formatted(IMAGE, BASE));
        }
    }

    @Test
    void shouldTraceAcrossTwoContainers() throws IOException, InterruptedException {
        final String page = Files.readString(PAGE);
        Files.writeString(folder.resolve("Containerfile"),
                block(page, "dockerfile").replaceFirst("FROM .*", "FROM " + BASE));
        Files.copy(Path.of("target", ARCHIVE), folder.resolve(ARCHIVE));
        final String printed = shell("set -e\n" + block(page, "sh").replace("ringside:" + ProgramVersion.text(), IMAGE)
                .replaceAll("(?m) stop monday$",
                        " stop monday || [ \\$? -eq " + ExitCode.LOST + " ]"));
        assertThat(printed.lines().filter(line -> line.contains("sequence="))).as(printed).hasSize(5);
    }

    private static boolean isProgram(final String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true)
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
        final Output output = run(script);
        assertThat(output.exitCode()).as(output.text()).isZero();
        return output.text();
    }

    /** Runs commands of Docker; by Podman with the options that the page names for it. */
    private Output run(final String script) throws IOException, InterruptedException {
        final ProcessBuilder builder = new ProcessBuilder("sh", "-c", engine.equals("podman")
                ? script.replace("docker ", "podman ").replace("size=256m", "nr_blocks=65536")
                : script);
        builder.environment().put("CONTAINERS_CONF", folder.resolve("containers.conf").toString());
        final Path printed = folder.resolve("printed");
        final Process process = builder.directory(folder.toFile()).redirectErrorStream(true)
                .redirectOutput(printed.toFile()).start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).as(script).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Output(process.exitValue(), Files.readString(printed));
    }

    private record Output(int exitCode, String text) {}
}
