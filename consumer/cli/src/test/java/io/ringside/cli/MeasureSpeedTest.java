package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.internal.files.SharedMemoryFactory;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * How fast {@code measure} reads, as a ratio within one run. What else runs on the machine makes some rounds slower, so
 * the fastest of each count, and there are more rounds as long as the ratio is too small. The whole ratio is asked for
 * with {@code -Dringside.rounds=N}, on an idle machine.
 */
class MeasureSpeedTest {
    private static final int EVENTS = 200_000;
    private static final int ROUNDS_MIN = Integer.getInteger("ringside.rounds", 5);
    private static final int ROUNDS_MAX = ROUNDS_MIN + 40;
    private static final double LEAST = System.getProperty("ringside.rounds") == null ? 0.5 : 0.7;

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    void shouldReadARecordingNearlyAsFastAsASummary() {
        run("start", "flight", "--overflow", "drop-oldest", "--lanes", "4", "--lane-size", "32m");
        run("enable", "flight", "Orders");
        run("emit", "--provider", "Orders", "--events", Integer.toString(EVENTS), "--threads", "2");
        final String recording = folder.resolve("recording").toString();
        run("snapshot", "flight", "--to", recording);
        final ProgramRun counted = run("--format", "json", "measure", recording);
        assertThat(number(counted.out().get(0), "count")).isEqualTo(2 * EVENTS);

        assertSpeed(recording, "--of", "count", "--by", "event");
        assertSpeed(recording, "--of", "sequence");
        assertSpeed(recording, "--of", "sequence * 2 + 1", "--by", "event", "--window", "1s");
    }

    private void assertSpeed(final String recording, final String... question) {
        final String[] measure = Stream.concat(Stream.of("measure", recording), Stream.of(question))
                .toArray(String[]::new);
        long summaryNs = Long.MAX_VALUE;
        long measureNs = Long.MAX_VALUE;
        int rounds = 0;
        while (rounds < ROUNDS_MIN || (rounds < ROUNDS_MAX && (double) summaryNs < LEAST * (double) measureNs)) {
            summaryNs = Math.min(summaryNs, ns("tail", recording, "--summary"));
            measureNs = Math.min(measureNs, ns(measure));
            rounds++;
        }
        final double ratio = (double) summaryNs / (double) measureNs;
        System.out.printf(Locale.ROOT, "MeasureSpeedTest: ratio=%.2f, rounds=%d, question=%s%n", ratio, rounds,
                String.join(" ", question));
        assertThat(ratio).as(String.join(" ", question)).isGreaterThanOrEqualTo(LEAST);
    }

    private long ns(final String... args) {
        final long beginNs = System.nanoTime();
        run(args);
        return System.nanoTime() - beginNs;
    }

    private ProgramRun run(final String... args) {
        final ProgramRun run = ProgramRun.of(folder.resolve("trace"), args);
        assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCode.DONE);
        return run;
    }
}
