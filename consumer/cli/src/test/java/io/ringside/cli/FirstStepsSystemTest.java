package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The first steps that the program's help shows, done as it shows them. */
@Tag("process")
class FirstStepsSystemTest {
    private static final String PROGRAM = "  ringside ";

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    void shouldShowEventsWhenTheFirstStepsOfTheHelpAreDone() throws IOException {
        final List<ProgramProcess> background = new ArrayList<>();
        try {
            for (final String step : steps()) {
                final List<String> command = new ArrayList<>(List.of(step.split("\\s+")));
                if (command.remove("&")) {
                    background.add(ProgramProcess.start(folder, command.toArray(String[]::new)));
                    awaitProvider(command.get(command.indexOf("--provider") + 1));
                } else {
                    run(command);
                }
            }
        } finally {
            background.forEach(ProgramProcess::close);
        }
        assertThat(background).as("steps in the background").hasSize(1);
    }

    private void run(final List<String> command) throws IOException {
        final String name = command.get(0);
        switch (name) {
            case "demo" -> command.addAll(List.of("--seconds", "1"));
            // Nobody is there to interrupt it.
            case "tail" -> command.addAll(List.of("--limit", "3"));
            case "stat" -> command.add("--once");
            default -> {
            }
        }
        final ProgramRun run = ProgramProcess.run(folder, command.toArray(String[]::new));
        // The provider goes on writing between the tail and the stop: the rest is discarded, which stop tells.
        assertThat(run.exitCode()).as("ringside %s: %s", command, run.err())
                .isIn(ExitCode.DONE, name.equals("stop") ? ExitCode.LOST : ExitCode.DONE);
        if (name.equals("tail")) {
            assertThat(run.out()).as("events that tail shows").hasSize(3);
        }
    }

    private void awaitProvider(final String provider) {
        ProgramProcess.awaitProvider(folder, provider);
    }

    /** The commands, without what is said about them in the next column. */
    private List<String> steps() throws IOException {
        final List<String> help = ProgramProcess.run(folder, "--help").out();
        final List<String> steps = new ArrayList<>();
        for (final String line : help.subList(help.indexOf("First steps:") + 1, help.size())) {
            if (!line.startsWith("  ")) {
                break;
            }
            if (line.startsWith(PROGRAM)) {
                steps.add(line.substring(PROGRAM.length()).split(" {2,}", -1)[0].trim());
            }
        }
        assertThat(steps).hasSizeGreaterThan(5);
        return steps;
    }
}
