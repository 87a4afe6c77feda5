package io.ringside.cli;

import io.ringside.cli.console.Console;
import io.ringside.cli.console.Interruption;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * One run of the program within the JVM of a test.
 *
 * @param exitCode what it ended with
 * @param out      lines of standard output
 * @param err      lines of standard error
 */
public record ProgramRun(int exitCode, List<String> out, List<String> err) {
    /** With a trace directory. */
    public static ProgramRun of(final Path directory, final String... args) {
        return of(directory, new Interruption(), args);
    }

    static ProgramRun of(final Path directory, final Interruption interruption, final String... args) {
        return plain(interruption, Stream.concat(Stream.of("--dir", directory.toString()), Arrays.stream(args))
                .toArray(String[]::new));
    }

    static ProgramRun plain(final Interruption interruption, final String... args) {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final ByteArrayOutputStream err = new ByteArrayOutputStream();
        final int exitCode = CommandTree.run(new Console(out, err, false, false), interruption, args);
        return new ProgramRun(exitCode, lines(out), lines(err));
    }

    private static List<String> lines(final ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
