package io.ringside.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The machine on which the tables are made, which is taken for the one that was measured. Immutable.
 *
 * @param date        of the tables, UTC
 * @param cpu         model of the processor
 * @param cores       that the JVM may use
 * @param kernel      name and version
 * @param clockSource behind {@code nanoTime}
 * @param wholeRun    how long everything was measured, on all JDKs; null if nobody has told
 */
record MachineFacts(LocalDate date, String cpu, int cores, String kernel, String clockSource,
        @Nullable Duration wholeRun) {
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
    private static final Path CLOCK_SOURCE = Path
            .of("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    private static final String MODEL = "model name";
    private static final String UNKNOWN = "unknown";
    private static final double SECONDS_PER_MINUTE = 60;

    static MachineFacts ofThisMachine(final @Nullable Duration wholeRun) throws IOException {
        return new MachineFacts(LocalDate.now(ZoneOffset.UTC), cpuModel(), Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name") + ' ' + System.getProperty("os.version"),
                Files.isReadable(CLOCK_SOURCE) ? Files.readString(CLOCK_SOURCE).strip() : UNKNOWN,
                wholeRun);
    }

    String toMarkdown() {
        return "* date: " + date + '\n'
                + "* cpu: " + cpu + '\n'
                + "* cores: " + cores + '\n'
                + "* kernel: " + kernel + '\n'
                + "* clock source: " + clockSource + '\n'
                + (wholeRun == null
                        ? ""
                        : String.format(Locale.ROOT, "* duration of the whole run: %.1f minutes",
                                wholeRun.toSeconds() / SECONDS_PER_MINUTE) + '\n');
    }

    private static String cpuModel() throws IOException {
        if (!Files.isReadable(CPU_INFO)) {
            return UNKNOWN;
        }
        return Files.readString(CPU_INFO).lines()
                .filter(line -> line.startsWith(MODEL))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst().orElse(UNKNOWN);
    }
}
