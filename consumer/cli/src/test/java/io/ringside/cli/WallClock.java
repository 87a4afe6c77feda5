package io.ringside.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * The wall clock of programs that a test starts. The test can move it while they run; nothing else moves.
 *
 * @param library that the programs load first
 * @param ahead   file with the seconds by which the clock is ahead
 */
record WallClock(Path library, Path ahead) {
    private static final String SOURCE = "wall-clock.c";

    /** Compile it. Where there is no compiler the test is left out, but fails where everything has to be tested. */
    static WallClock require(final Path folder) throws IOException, InterruptedException {
        final Path source = folder.resolve(SOURCE);
        try (InputStream text = Objects.requireNonNull(WallClock.class.getResourceAsStream(SOURCE))) {
            Files.copy(text, source);
        }
        final Path library = folder.resolve("wall-clock.so");
        final String problem = compile(source, library);
        if ("true".equals(System.getenv("CI"))) {
            assertThat(problem).as("gcc compiles: install it").isEmpty();
        }
        assumeThat(problem).as("gcc compiles").isEmpty();
        final WallClock clock = new WallClock(library, folder.resolve("ahead"));
        clock.moveTo(0);
        return clock;
    }

    /** The command under which a program has this clock. */
    List<String> wrapper() {
        return List.of("env", "LD_PRELOAD=" + library, "WALL_CLOCK_SECONDS=" + ahead);
    }

    /** Move the clock. */
    void moveTo(final long secondsAhead) throws IOException {
        final ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder()).putLong(secondsAhead);
        try (FileChannel file = FileChannel.open(ahead, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            file.write(bytes.flip(), 0);
        }
    }

    private static String compile(final Path source, final Path library) throws IOException, InterruptedException {
        final Process process;
        try {
            process = new ProcessBuilder("gcc", "-shared", "-fPIC", "-O2", "-o", library.toString(), source.toString(),
                    "-ldl").redirectErrorStream(true).start();
        } catch (final IOException e) {
            return e.toString();
        }
        final String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() == 0 ? "" : "gcc: " + said;
    }
}
