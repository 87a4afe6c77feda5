package io.ringside.cli.console;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.text.PlainText;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Standard output and standard error, both UTF-8. Every line is with its reader when the method that prints it returns.
 * Thread-safe.
 */
public final class Console {
    private static final String PROGRAM = "ringside";
    private static final String CLEAR_LINE = "\r\u001B[K";
    private static final String CLEAR_BELOW = "\u001B[J";
    /** A line that went on below could not be drawn again: the terminal may have become narrower in between. */
    private static final String WRAP_OFF = "\u001B[?7l";
    private static final String WRAP_ON = "\u001B[?7h";

    private final OutputStream out;
    private final PrintStream err;
    private final boolean redrawing;
    private final boolean drawing;
    private final boolean coloured;
    private final IntSupplier columns;
    private boolean progressShown;
    private @Nullable String lastTold;
    private int drawnLines;
    private boolean drawn;
    private boolean closed;

    /**
     * A console on whose standard output nothing is drawn again.
     *
     * @param out       gets data, in one call for each line
     * @param err       gets messages and progress
     * @param redrawing whether what reads {@code err} is a terminal, where a line may be drawn again
     * @param coloured  whether what reads {@code out} is a terminal that takes colours
     */
    public Console(
            final OutputStream out, final OutputStream err, final boolean redrawing, final boolean coloured) {
        this(out, err, redrawing, false, coloured);
    }

    /**
     * A console.
     *
     * @param out       gets data, in one call for each line or drawing
     * @param err       gets messages and progress
     * @param redrawing whether what reads {@code err} is a terminal, where a line may be drawn again
     * @param drawing   whether what reads {@code out} is a terminal, where tables may be drawn again
     * @param coloured  whether what reads {@code out} is a terminal that takes colours
     */
    public Console(final OutputStream out, final OutputStream err, final boolean redrawing, final boolean drawing,
            final boolean coloured) {
        this(out, err, redrawing, drawing, coloured, () -> Integer.MAX_VALUE);
    }

    /**
     * A console of a certain width.
     *
     * @param out       gets data, in one call for each line or drawing
     * @param err       gets messages and progress
     * @param redrawing whether what reads {@code err} is a terminal, where a line may be drawn again
     * @param drawing   whether what reads {@code out} is a terminal, where tables may be drawn again
     * @param coloured  whether what reads {@code out} is a terminal that takes colours
     * @param columns   of the terminal now, the largest number if that is unknown
     */
    Console(final OutputStream out, final OutputStream err, final boolean redrawing, final boolean drawing,
            final boolean coloured, final IntSupplier columns) {
        this.out = out;
        this.err = new PrintStream(err, true, StandardCharsets.UTF_8);
        this.redrawing = redrawing;
        this.drawing = drawing;
        this.coloured = coloured;
        this.columns = columns;
    }

    /** The console of this process. */
    public static Console ofProcess() {
        return new Console(new FileOutputStream(FileDescriptor.out), new FileOutputStream(FileDescriptor.err),
                Terminal.isOnStandardError(), Terminal.isOnStandardOutput(),
                Terminal.isOnStandardOutput() && System.getenv("NO_COLOR") == null, Terminal::columns);
    }

    /**
     * Print a line of data.
     *
     * @param line without its end
     * @throws RingsideException if standard output is closed
     */
    public synchronized void print(final CharSequence line) {
        clearProgress();
        drawnLines = 0;
        write(line + "\n");
    }

    /**
     * Print a line that may have names and texts that other processes have chosen. JSON stays as it is.
     *
     * @param line without its end
     * @throws RingsideException if standard output is closed
     */
    public void printPlain(final CharSequence line) {
        print(PlainText.of(line.toString()));
    }

    /**
     * Whether the line of an event need not be made, as it would be left out where it goes to.
     *
     * @param timeNs of the event, in nanoseconds since 1970
     */
    public boolean leavesOut(final long timeNs) {
        return out instanceof final LineBudget budget && budget.leavesOut(timeNs);
    }

    /**
     * Prints lines that replace those of the previous call: on a terminal in their place, else below them after an
     * empty line.
     *
     * @param lines without their ends
     * @throws RingsideException if standard output is closed
     */
    public synchronized void draw(final List<String> lines) {
        clearProgress();
        final StringBuilder text = new StringBuilder();
        if (!drawing) {
            text.append(drawn ? "\n" : "");
            lines.forEach(line -> text.append(line).append('\n'));
        } else {
            text.append(WRAP_OFF).append(drawnLines == 0 ? "" : "\u001B[" + drawnLines + "A");
            final int width = columns.getAsInt();
            lines.forEach(line -> text.append(CLEAR_LINE).append(cut(line, width)).append('\n'));
            text.append(CLEAR_BELOW).append(WRAP_ON);
        }
        write(text.toString());
        drawnLines = lines.size();
        drawn = true;
    }

    /**
     * Print a message to the error stream, in one line, whatever characters it holds.
     *
     * @param text what happened: name=value: what to do
     */
    public synchronized void tell(final String text) {
        clearProgress();
        drawnLines = 0;
        lastTold = text;
        err.println(PROGRAM + ": " + PlainText.of(text));
    }

    /** Print a failure that does not end the command. */
    public void tellFailure(final Throwable failure) {
        tell(failure instanceof RingsideException ? String.valueOf(failure.getMessage()) : failure.toString());
    }

    /**
     * Print why the command ends, unless that was printed last: it was tried again without success.
     *
     * @param text as in {@link #tell}
     */
    public synchronized void tellEnd(final String text) {
        if (!text.equals(lastTold)) {
            tell(text);
        }
    }

    /**
     * Show how far something has come: on a terminal over what was shown before, else not at all.
     *
     * @param text of one line
     */
    public synchronized void progress(final String text) {
        if (redrawing) {
            err.print(CLEAR_LINE + WRAP_OFF + cut(PlainText.of(text), columns.getAsInt()) + WRAP_ON);
            err.flush();
            progressShown = true;
        }
    }

    /**
     * Show help that was not asked for.
     *
     * @param text of several lines
     */
    public synchronized void explain(final String text) {
        clearProgress();
        err.print(text);
        err.flush();
    }

    /** Whether progress is shown at all. */
    public boolean isRedrawing() {
        return redrawing;
    }

    /** Whether tables are drawn again in their place, for people and not for programs. */
    public boolean isDrawing() {
        return drawing;
    }

    /** Whether standard output takes colours. */
    public boolean isColoured() {
        return coloured;
    }

    /** Whether the reader of standard output has closed it: it has what it wanted, as {@code head} has. */
    public synchronized boolean isClosed() {
        return closed;
    }

    /** Columns of the terminal that shows standard output, the largest number if there is none, or it is unknown. */
    public int columns() {
        return drawing ? columns.getAsInt() : Integer.MAX_VALUE;
    }

    /** Standard output for data that is no lines; what it throws when its reader has gone is as with {@link #print}. */
    public OutputStream data() {
        return new OutputStream() {
            @Override
            public void write(final int value) throws IOException {
                write(new byte[]{(byte) value}, 0, 1);
            }

            @Override
            public void write(final byte[] bytes, final int offset, final int length) {
                writeBytes(bytes, offset, length);
            }
        };
    }

    /** Standard output for text that is no data, such as help. */
    public PrintWriter printer() {
        return new PrintWriter(out, true, StandardCharsets.UTF_8);
    }

    /** Cuts a line to the width of the terminal, which would draw the rest over its last column. */
    private static String cut(final String line, final int width) {
        return line.codePointCount(0, line.length()) <= width
                ? line
                : line.substring(0, line.offsetByCodePoints(0, width));
    }

    private void write(final String text) {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        writeBytes(bytes, 0, bytes.length);
    }

    private synchronized void writeBytes(final byte[] bytes, final int offset, final int length) {
        clearProgress();
        try {
            out.write(bytes, offset, length);
            out.flush();
        } catch (final IOException e) {
            closed |= String.valueOf(e.getMessage()).contains("Broken pipe");
            throw new RingsideException(ErrorCode.FILE_SYSTEM,
                    "standard output cannot be written: reason=" + e.getMessage() + ": keep its reader running", e);
        }
    }

    private void clearProgress() {
        if (progressShown) {
            err.print(CLEAR_LINE);
            err.flush();
            progressShown = false;
        }
    }
}
