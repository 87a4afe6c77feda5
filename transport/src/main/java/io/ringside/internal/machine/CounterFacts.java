package io.ringside.internal.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Facts that decide whether a machine's time-stamp counter is a clock: it must run at one rate, even while the
 * processor is idle, and show the same value on all processors. A program cannot determine the latter; the kernel
 * monitors it all the time, and drops the counter as its own clock source when it is violated. Immutable.
 *
 * @param os          name of the operating system, as reported by Java
 * @param arch        architecture of the processor, as reported by Java
 * @param cpuInfo     the kernel's file about processors
 * @param clockSource the kernel's file with the name of its clock source
 */
record CounterFacts(String os, String arch, Path cpuInfo, Path clockSource) {
    private static final List<String> FLAGS_NEEDED = List.of("constant_tsc", "nonstop_tsc");
    private static final String FLAGS = "flags";

    static CounterFacts ofThisMachine() {
        return new CounterFacts(System.getProperty("os.name", ""), System.getProperty("os.arch", ""),
                Path.of("/proc/cpuinfo"), Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource"));
    }

    /** Returns null if the counter is a clock, else the reason why it is not. */
    @Nullable
    String refusal() {
        if (!"Linux".equals(os) || !"amd64".equals(arch)) {
            return "time-stamp counter is read on Linux and x86-64 only: os=" + os + ", arch=" + arch;
        }
        try {
            return refusalOfKernel();
        } catch (final IOException | UncheckedIOException e) {
            return "kernel does not describe the time-stamp counter: reason=" + e;
        }
    }

    private @Nullable String refusalOfKernel() throws IOException {
        final List<String> flags = processorFlags();
        final List<String> missing = FLAGS_NEEDED.stream().filter(flag -> !flags.contains(flag)).toList();
        if (!missing.isEmpty()) {
            return "time-stamp counter changes its rate or stops: missing=" + missing + ", file=" + cpuInfo;
        }
        final String source = Files.readString(clockSource).strip();
        return "tsc".equals(source)
                ? null
                : "kernel does not trust the time-stamp counter as its own clock: clocksource=" + source + ", file="
                        + clockSource;
    }

    /** Returns the flags of the first processor: the kernel ensures that the others have the same ones. */
    private List<String> processorFlags() throws IOException {
        try (Stream<String> lines = Files.lines(cpuInfo, StandardCharsets.ISO_8859_1)) {
            final Optional<String> flags = lines.filter(line -> line.startsWith(FLAGS)).findFirst();
            return flags.map(line -> Arrays.asList(line.split("\\s+"))).orElse(List.of());
        }
    }
}
