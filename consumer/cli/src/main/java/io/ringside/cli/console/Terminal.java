package io.ringside.cli.console;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Whether a stream goes to a terminal. The JDK says so for standard input and output together only, and differently
 * from release to release; Linux says so for each. Stateless.
 */
final class Terminal {
    private static final Path STANDARD_OUTPUT = Path.of("/proc/self/fd/1");
    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

    private static final Path TERMINAL = Path.of("/dev/tty");
    private static final Pattern SIZE = Pattern.compile("\\d{1,5} (\\d{1,5})");
    private static final int MAX_ANSWER = 32;

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

    /** Columns of the terminal now, the largest number if that is unknown. The JDK does not say; {@code stty} does. */
    static int columns() {
        try {
            final Process stty = new ProcessBuilder("stty", "size").redirectInput(TERMINAL.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            try (InputStream answer = stty.getInputStream()) {
                return columns(new String(answer.readNBytes(MAX_ANSWER), StandardCharsets.US_ASCII));
            }
        } catch (final IOException e) {
            return Integer.MAX_VALUE;
        }
    }

    /** Returns the columns in an answer such as {@code 24 80}; a terminal of 0 columns does not know its size. */
    static int columns(final String size) {
        final Matcher matcher = SIZE.matcher(size.strip());
        final int columns = matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
        return columns == 0 ? Integer.MAX_VALUE : columns;
    }
}
