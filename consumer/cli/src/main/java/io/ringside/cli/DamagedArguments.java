package io.ringside.cli;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds arguments that the JVM has not understood: it reads them in the encoding of the locale, and replaces what has
 * no character there. Stateless.
 */
final class DamagedArguments {
    private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");
    private static final String ENCODING = "sun.jnu.encoding";

    private DamagedArguments() {}

    /**
     * Compare the arguments with those of the process.
     *
     * @param args of the program
     * @return what is wrong and what to do; null if they are as they were typed, or if that cannot be found out
     */
    static @Nullable String problem(final String... args) {
        try {
            return problem(Files.readAllBytes(COMMAND_LINE), Charset.forName(System.getProperty(ENCODING, "UTF-8")),
                    args);
        } catch (final IOException | IllegalArgumentException e) {
            // Not Linux.
            return null;
        }
    }

    /** The same for the bytes of a command line, each of whose arguments ends with a zero, the program's the last. */
    static @Nullable String problem(final byte[] commandLine, final Charset encoding, final String... args) {
        final List<byte[]> typed = new ArrayList<>();
        int begin = 0;
        for (int i = 0; i < commandLine.length; i++) {
            if (commandLine[i] == 0) {
                typed.add(Arrays.copyOfRange(commandLine, begin, i));
                begin = i + 1;
            }
        }
        for (int i = 0; i < args.length && typed.size() >= args.length; i++) {
            final byte[] bytes = typed.get(typed.size() - args.length + i);
            if (!isAscii(bytes) && !Arrays.equals(bytes, args[i].getBytes(encoding))) {
                return "argument has characters that the locale does not have: argument=" + args[i] + ", encoding="
                        + encoding + ": set a UTF-8 locale, for example LC_ALL=C.UTF-8";
            }
        }
        return null;
    }

    private static boolean isAscii(final byte[] bytes) {
        for (final byte each : bytes) {
            if (each < 0) {
                return false;
            }
        }
        return true;
    }
}
