package io.ringside.cli.console;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/**
 * The lines that a user types while a command runs. Lines that were typed ahead for the shell are left to it. Nothing
 * is read in the background, where the system stops a program that reads its terminal. Not thread-safe.
 */
public final class TypedLines {
    /** An input at which nobody types. */
    public static final TypedLines NONE = new TypedLines(InputStream.nullInputStream(), false, () -> false);

    private static final Path STANDARD_INPUT = Path.of("/proc/self/fd/0");
    private static final Path STATUS = Path.of("/proc/self/stat");
    /** Index of a field in the status after the command's name, which is in parentheses and may contain anything. */
    private static final int GROUP = 3;
    private static final int GROUP_OF_TERMINAL = 6;

    private final InputStream in;
    private final boolean interactive;
    private final BooleanSupplier isInForeground;

    /**
     * Creates the lines of a stream.
     *
     * @param in             the stream, which makes only whole lines available and reads no more than requested
     * @param interactive    whether a user types there
     * @param isInForeground called before each read; returns whether the program is in the foreground
     */
    public TypedLines(final InputStream in, final boolean interactive, final BooleanSupplier isInForeground) {
        this.in = in;
        this.interactive = interactive;
        this.isInForeground = isInForeground;
    }

    /** Returns the lines typed at this process's terminal; {@link #NONE} if standard input is not a terminal. */
    public static TypedLines ofProcess() {
        return Terminal.isTerminal(STANDARD_INPUT, System.getenv("TERM"))
                ? new TypedLines(new FileInputStream(FileDescriptor.in), true, TypedLines::isInForeground)
                : NONE;
    }

    /** Whether a user can type. */
    public boolean isInteractive() {
        return interactive;
    }

    /**
     * {@return whether Enter was pressed in an empty line, which is then consumed} Does not wait. Any other line, and
     * what follows it, is left for the program that reads the terminal afterwards.
     */
    public boolean takeEnter() {
        try {
            return interactive && isInForeground.getAsBoolean() && in.available() == 1 && in.read() == '\n';
        } catch (final IOException e) {
            // The terminal was closed.
            return false;
        }
    }

    /** {@return whether a line was typed, with any content, which is then consumed} Does not wait. */
    public boolean takeLine() {
        try {
            boolean isTaken = false;
            while (!isTaken && interactive && isInForeground.getAsBoolean() && in.available() > 0) {
                isTaken = in.read() == '\n';
            }
            return isTaken;
        } catch (final IOException e) {
            // The terminal was closed.
            return false;
        }
    }

    private static boolean isInForeground() {
        try {
            return isInForeground(Files.readString(STATUS, StandardCharsets.ISO_8859_1));
        } catch (final IOException e) {
            return false;
        }
    }

    /** Returns whether the process is in the foreground: its status in Linux has its terminal's process group. */
    static boolean isInForeground(final String status) {
        final String[] parts = status.substring(status.lastIndexOf(')') + 1).split(" ", -1);
        return parts.length > GROUP_OF_TERMINAL && parts[GROUP].equals(parts[GROUP_OF_TERMINAL]);
    }
}
