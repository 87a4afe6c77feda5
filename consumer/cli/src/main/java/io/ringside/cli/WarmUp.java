package io.ringside.cli;

import io.ringside.cli.console.Console;
import io.ringside.cli.console.Interruption;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs the short commands, in an empty trace directory and without output, so that the JVM loads their classes and can
 * archive them. Stateless.
 */
final class WarmUp {
    private static final List<String> COMMANDS = List.of("--help", "--version", "start a --lanes 2 --lane-size 64k",
            "enable a Orders --timeout 0", "sessions", "sessions --format json", "providers", "query a",
            "stat a --once",
            "tail a", "emit --provider Orders --events 10", "flush a", "disable a Orders --timeout 0",
            "counters list", "update a --max-bytes 32m", "doctor", "stop a", "enable");

    private WarmUp() {}

    static void run() throws IOException {
        final Path directory = Files.createTempDirectory("ringside-warmup-");
        try {
            final Console silent = new Console(OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), false,
                    false);
            for (final String command : COMMANDS) {
                CommandTree.run(silent, new Interruption(), ("--dir " + directory + " " + command).split(" ", -1));
            }
        } finally {
            try (Stream<Path> files = Files.walk(directory)) {
                for (final Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
