package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The sample of a classic provider, run as an application and traced as the page of names says. */
@Tag("process")
class ClassicSampleSystemTest {
    private static final Path PAGE = Path.of("..", "etw", "docs", "etw-names.md");
    private static final Pattern JAVA = Pattern.compile("(?m)^    java (.*) -cp \\S+ (\\S+\\.java)$");
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package .*;$");

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    @DisplayName("R5.12 the sample is an application of its own, whose event another process decodes by names")
    void shouldTraceTheSampleAsThePageSays() throws IOException {
        final Process sample = startSample();
        try {
            ProgramProcess.awaitProvider(folder, "MyProvider");
            for (final List<String> command : PageCommands.of(PAGE)) {
                final ProgramRun run = ProgramProcess.run(folder, command.toArray(String[]::new));
                // The sample goes on writing: what comes between the tail and the stop is discarded, which stop tells.
                assertThat(run.exitCode()).as("ringside %s: %s", command, run.err())
                        .isIn(ExitCode.DONE, command.contains("stop") ? ExitCode.LOST : ExitCode.DONE);
                if (command.contains("tail")) {
                    assertThat(run.out()).hasSize(2).allMatch(line -> line.endsWith("  MyCategory MyEvent  ERROR"
                            + "  Cost=32 Indices=[4, 5, 6] Signature=Signature IsComplete=true"
                            + " ID=25baeda9-c81a-4889-8764-184fe56750f2 Size=1024"));
                }
            }
            assertThat(sample.isAlive()).isTrue();
        } finally {
            sample.destroyForcibly();
        }
    }

    /** From its source, as on the page, but outside of its package, of which the tests' class path has it already. */
    private Process startSample() throws IOException {
        final Matcher java = JAVA.matcher(Files.readString(PAGE));
        assertThat(java.find()).isTrue();
        final Path source = Path.of("..", "..").resolve(java.group(2));
        final Path copy = Files.writeString(folder.resolve(source.getFileName()),
                PACKAGE.matcher(Files.readString(source)).replaceFirst(""));
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(java.group(1).split(" ", -1)));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), copy.toString()));
        final ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        builder.environment().put("RINGSIDE_DIR", folder.resolve("trace").toString());
        return builder.start();
    }
}
