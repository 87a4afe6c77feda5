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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What the README says, done as it says. */
@Tag("process")
class ReadmeSystemTest {
    private static final Path README = Path.of("..", "..", "README.md");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)\\)");

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    @Tag("jdk25")
    void shouldTraceTheFirstProviderWithTheCommandsBelowIt() throws IOException {
        final Process provider = PageProgram.start(README, folder);
        try {
            ProgramProcess.awaitProvider(folder, "Acme.Orders");
            for (final List<String> command : PageCommands.of(README)) {
                command.replaceAll(
                        argument -> argument.equals("orders") ? folder.resolve("orders").toString() : argument);
                final ProgramRun run = ProgramProcess.run(folder, command.toArray(String[]::new));
                // The provider goes on writing: what comes between the tail and the stop is discarded, which stop
                // reports.
                assertThat(run.exitCode()).as("ringside %s: %s", command, run.err())
                        .isIn(ExitCode.DONE, command.contains("stop") ? ExitCode.LOST : ExitCode.DONE);
                if (command.contains("tail")) {
                    assertThat(run.out()).hasSize(2)
                            .allMatch(line -> line.contains("orderId=")
                                    && line.contains("size=100 shares side=BUY symbol=ACME"));
                }
            }
        } finally {
            provider.destroyForcibly();
        }
    }

    @Test
    void shouldLinkToFilesThatExist() throws IOException {
        final Matcher link = LINK.matcher(Files.readString(README));
        final List<String> links = new ArrayList<>();
        while (link.find()) {
            links.add(link.group(1));
        }
        assertThat(links).isNotEmpty().allMatch(file -> Files.exists(README.resolveSibling(file)));
    }
}
