package io.ringside.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * A message file of the LOBSTER format with real order flow, which is not part of the project. The property
 * {@code ringside.orderflow} or the environment variable {@code RINGSIDE_ORDERFLOW} names it.
 */
final class RealOrderFlow {
    private RealOrderFlow() {}

    /** The file that is named, else one beside the repository; without one the test is skipped. */
    static Path find() throws IOException {
        final String named = System.getProperty("ringside.orderflow", System.getenv("RINGSIDE_ORDERFLOW"));
        if (named != null) {
            return Path.of(named);
        }
        final Path beside = Path.of("..", "..").toAbsolutePath().normalize().resolveSibling("shared");
        assumeTrue(Files.isDirectory(beside.resolve("data/orderflow")),
                "no order flow: name a file by -Dringside.orderflow=FILE or RINGSIDE_ORDERFLOW");
        try (Stream<Path> files = Files.list(beside.resolve("data/orderflow"))) {
            return files.filter(path -> path.toString().endsWith(".csv")).min(Comparator.naturalOrder()).orElseThrow();
        }
    }
}
