package io.ringside.export;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs programs of others, which may be missing here, but not where changes are checked. */
public final class ForeignProgram {
    private static final long TIMEOUT_S = 100;

    private ForeignProgram() {}

    /** Ends the test unless the program is there: it fails in CI, and is skipped elsewhere. */
    public static void require(final String what, final String... command) {
        final boolean there;
        try {
            there = new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0;
        } catch (final IOException e) {
            missing(what);
            return;
        } catch (final InterruptedException e) {
            throw new AssertionError("interrupted while looking for " + what, e);
        }
        if (!there) {
            missing(what);
        }
    }

    static void missing(final String what) {
        if ("true".equals(System.getenv("CI"))) {
            throw new AssertionError("program is missing: install " + what);
        }
        Assumptions.abort("program is missing: install " + what);
    }

    /** What the program prints; it must not fail. */
    public static String run(final Path folder, final List<String> command) throws IOException {
        final Path out = Files.createTempFile(folder, "out", ".txt");
        final Path err = Files.createTempFile(folder, "err", ".txt");
        final Process process = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile())
                .start();
        try {
            assertThat(process.waitFor(TIMEOUT_S, TimeUnit.SECONDS)).as("ends: %s", command).isTrue();
        } catch (final InterruptedException e) {
            throw new AssertionError("interrupted while running " + command, e);
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as("%s: %s", command, Files.readString(err)).isZero();
        return Files.readString(out, StandardCharsets.UTF_8);
    }
}
