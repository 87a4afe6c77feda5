package io.ringside.internal.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Which machines have a counter that is a clock. */
class CounterFactsTest {
    private static final String PROCESSOR = """
            processor\t: 0
            flags\t\t: fpu constant_tsc rep_good nonstop_tsc sse2

            processor\t: 1
            flags\t\t: fpu
            """;

    @TempDir
    private Path folder;

    @Test
    void shouldUseACounterThatTheKernelUses() throws IOException {
        assertThat(facts("Linux", "amd64", PROCESSOR, "tsc\n").refusal()).isNull();
    }

    @Test
    void shouldRefuseACounterThatTheKernelDoesNotTrust() throws IOException {
        assertThat(facts("Linux", "amd64", PROCESSOR, "kvm-clock\n").refusal())
                .contains("clocksource=kvm-clock", folder.toString());
    }

    @Test
    void shouldRefuseACounterThatStopsOrChangesItsRate() throws IOException {
        assertThat(facts("Linux", "amd64", PROCESSOR.replace("nonstop_tsc", "tsc"), "tsc").refusal())
                .contains("missing=[nonstop_tsc]");
        assertThat(facts("Linux", "amd64", "", "tsc").refusal()).contains("missing=[constant_tsc, nonstop_tsc]");
    }

    @Test
    void shouldRefuseOtherSystemsAndProcessors() throws IOException {
        assertThat(facts("Mac OS X", "amd64", PROCESSOR, "tsc").refusal()).contains("os=Mac OS X");
        assertThat(facts("Linux", "aarch64", PROCESSOR, "tsc").refusal()).contains("arch=aarch64");
    }

    @Test
    void shouldRefuseWhenTheKernelDoesNotTell() {
        assertThat(new CounterFacts("Linux", "amd64", folder.resolve("none"), folder.resolve("none")).refusal())
                .contains("kernel does not describe");
    }

    private CounterFacts facts(final String os, final String arch, final String processors, final String source)
            throws IOException {
        return new CounterFacts(os, arch, Files.writeString(folder.resolve("cpuinfo"), processors),
                Files.writeString(folder.resolve("current_clocksource"), source));
    }
}
