package io.ringside.consumer.cli.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Whether somebody looks at a stream. The JDK tells it for standard input and output together only, and differently
 * from release to release; Linux tells it for each. Stateless.
 */
final class Terminal {
    private static final Path STANDARD_OUTPUT = Path.of("/proc/self/fd/1");
    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

    private Terminal() {}

    static boolean isOnStandardError() {
        return isTerminal(STANDARD_ERROR, System.getenv("TERM"));
    }

    static boolean isOnStandardOutput() {
        return isTerminal(STANDARD_OUTPUT, System.getenv("TERM"));
    }

    static boolean isTerminal(final Path descriptor, final @Nullable String terminalType) {
        if (terminalType == null || terminalType.equals("dumb")) {
            return false;
        }
        try {
            final Path target = Files.readSymbolicLink(descriptor);
            return target.startsWith("/dev/pts") || target.toString().startsWith("/dev/tty")
                    || target.equals(Path.of("/dev/console"));
        } catch (final IOException | UnsupportedOperationException e) {
            return false;
        }
    }
}
