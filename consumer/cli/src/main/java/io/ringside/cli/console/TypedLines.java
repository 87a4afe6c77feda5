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
 * Lines that somebody types while a command runs. Lines that are typed ahead for the shell are left to it. A program in
 * the background that reads its terminal is stopped, so nothing is read there. Not thread-safe.
 */
public final class TypedLines {
    /** Nobody types. */
    public static final TypedLines NONE = new TypedLines(InputStream.nullInputStream(), false, () -> false);

    private static final Path STANDARD_INPUT = Path.of("/proc/self/fd/0");
    private static final Path STATUS = Path.of("/proc/self/stat");
    /** Places after the command's name, which may contain anything but is in parentheses. */
    private static final int GROUP = 3;
    private static final int GROUP_OF_TERMINAL = 6;

    private final InputStream in;
    private final boolean interactive;
    private final BooleanSupplier isInForeground;

    /**
     * Lines of a stream.
     *
     * @param in             that is read, of which only whole lines are available, and which reads no more than it is
     *                       asked for
     * @param interactive    whether somebody types there
     * @param isInForeground asked before each reading
     */
    public TypedLines(final InputStream in, final boolean interactive, final BooleanSupplier isInForeground) {
        this.in = in;
        this.interactive = interactive;
        this.isInForeground = isInForeground;
    }

    /** The lines that are typed at the terminal of this process; none if its standard input is not one. */
    public static TypedLines ofProcess() {
        return Terminal.isTerminal(STANDARD_INPUT, System.getenv("TERM"))
                ? new TypedLines(new FileInputStream(FileDescriptor.in), true, TypedLines::isInForeground)
                : NONE;
    }

    /** Whether somebody can type. */
    public boolean isInteractive() {
        return interactive;
    }

    /**
     * {@return whether Enter was pressed in an empty line, which is taken} Does not wait. Any other line stays where it
     * is, as it is meant for a program that reads the terminal afterwards, and so does what follows it.
     */
    public boolean takeEnter() {
        try {
            return interactive && isInForeground.getAsBoolean() && in.available() == 1 && in.read() == '\n';
        } catch (final IOException e) {
            // The terminal has gone.
            return false;
        }
    }

    /** {@return whether a line was typed, whatever it says, which is taken} Does not wait. */
    public boolean takeLine() {
        try {
            boolean isTaken = false;
            while (!isTaken && interactive && isInForeground.getAsBoolean() && in.available() > 0) {
                isTaken = in.read() == '\n';
            }
            return isTaken;
        } catch (final IOException e) {
            // The terminal has gone.
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

    /** Returns whether the status of a process, as Linux shows it, has the group of its terminal. */
    static boolean isInForeground(final String status) {
        final String[] parts = status.substring(status.lastIndexOf(')') + 1).split(" ", -1);
        return parts.length > GROUP_OF_TERMINAL && parts[GROUP].equals(parts[GROUP_OF_TERMINAL]);
    }
}
