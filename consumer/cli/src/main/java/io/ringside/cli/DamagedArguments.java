package io.ringside.cli;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Detects arguments, and a working directory, that the JVM has decoded wrongly: it uses the encoding of the locale and
 * replaces characters that the encoding lacks. Stateless.
 */
final class DamagedArguments {
    private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");
    private static final Path WORKING_DIRECTORY = Path.of("/proc/self/cwd");
    private static final String ENCODING = "sun.jnu.encoding";
    private static final String REMEDY = ": set a UTF-8 locale, for example LC_ALL=C.UTF-8";

    private DamagedArguments() {}

    /**
     * Compares the arguments and the working directory with those that the operating system has. With a damaged working
     * directory, relative paths would name other files than the user means.
     *
     * @param args arguments of the program
     * @return the problem and its remedy; null if nothing is damaged, or if that cannot be found out
     */
    static @Nullable String problem(final String... args) {
        try {
            final String ofDirectory = problem(System.getProperty("user.dir"), WORKING_DIRECTORY);
            return ofDirectory != null
                    ? ofDirectory
                    : problem(Files.readAllBytes(COMMAND_LINE), Charset.forName(System.getProperty(ENCODING, "UTF-8")),
                            args);
        } catch (final IOException | IllegalArgumentException e) {
            // Not Linux.
            return null;
        }
    }

    /** Compares the working directory as the JVM names it with the actual one. A removed directory is not damaged. */
    static @Nullable String problem(final String named, final Path actual) throws IOException {
        return !Files.exists(actual) || isSame(named, actual)
                ? null
                : "working directory has characters that the locale does not have: path=" + named + ", encoding="
                        + System.getProperty(ENCODING) + REMEDY;
    }

    private static boolean isSame(final String named, final Path actual) throws IOException {
        try {
            final Path path = Path.of(named);
            return Files.exists(path) && Files.isSameFile(path, actual);
        } catch (final InvalidPathException e) {
            return false;
        }
    }

    /** Compares the arguments with the end of the process's command line, where a zero byte ends each argument. */
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
                        + encoding + REMEDY;
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
