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
 * Detects whether a stream is a terminal, and its width. The JDK answers only for standard input and output together,
 * and differently from release to release; Linux answers for each stream. Stateless.
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

    /** Returns the terminal's width in columns from {@code stty}, {@link Integer#MAX_VALUE} if it is unknown. */
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

    /** Returns the columns in an output of stty such as {@code 24 80}; 0 columns mean that the width is unknown. */
    static int columns(final String size) {
        final Matcher matcher = SIZE.matcher(size.strip());
        final int columns = matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
        return columns == 0 ? Integer.MAX_VALUE : columns;
    }
}
