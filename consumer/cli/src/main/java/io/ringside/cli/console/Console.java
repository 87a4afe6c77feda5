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
 * Standard output and standard error, both UTF-8. A method that prints a line flushes it before it returns.
 * Thread-safe.
 */
public final class Console {
    private static final String PROGRAM = "ringside";
    private static final String CLEAR_LINE = "\r\u001B[K";
    private static final String CLEAR_BELOW = "\u001B[J";
    /** Turns line wrapping off, because wrapped lines cannot be redrawn if the terminal has become narrower. */
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
     * Creates a console that never redraws anything on standard output.
     *
     * @param out       gets data, in one call for each line
     * @param err       gets messages and progress
     * @param redrawing whether {@code err} is a terminal, where a line can be redrawn
     * @param coloured  whether {@code out} is a terminal that supports colours
     */
    public Console(
            final OutputStream out, final OutputStream err, final boolean redrawing, final boolean coloured) {
        this(out, err, redrawing, false, coloured);
    }

    /**
     * Creates a console of unlimited width.
     *
     * @param out       gets data, in one call for each line or drawing
     * @param err       gets messages and progress
     * @param redrawing whether {@code err} is a terminal, where a line can be redrawn
     * @param drawing   whether {@code out} is a terminal, where tables can be redrawn
     * @param coloured  whether {@code out} is a terminal that supports colours
     */
    public Console(final OutputStream out, final OutputStream err, final boolean redrawing, final boolean drawing,
            final boolean coloured) {
        this(out, err, redrawing, drawing, coloured, () -> Integer.MAX_VALUE);
    }

    /**
     * Creates a console of a certain width.
     *
     * @param out       gets data, in one call for each line or drawing
     * @param err       gets messages and progress
     * @param redrawing whether {@code err} is a terminal, where a line can be redrawn
     * @param drawing   whether {@code out} is a terminal, where tables can be redrawn
     * @param coloured  whether {@code out} is a terminal that supports colours
     * @param columns   current width of the terminal, {@link Integer#MAX_VALUE} if unknown
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

    /** Returns the console of this process. */
    public static Console ofProcess() {
        return new Console(new FileOutputStream(FileDescriptor.out), new FileOutputStream(FileDescriptor.err),
                Terminal.isOnStandardError(), Terminal.isOnStandardOutput(),
                Terminal.isOnStandardOutput() && System.getenv("NO_COLOR") == null, Terminal::columns);
    }

    /**
     * Print a line of data.
     *
     * @param line without a line end
     * @throws RingsideException if standard output is closed
     */
    public synchronized void print(final CharSequence line) {
        clearProgress();
        drawnLines = 0;
        write(line + "\n");
    }

    /**
     * Print a line that may contain names and texts from other processes, replacing their control characters.
     *
     * @param line without a line end
     * @throws RingsideException if standard output is closed
     */
    public void printPlain(final CharSequence line) {
        print(PlainText.of(line.toString()));
    }

    /**
     * Whether standard output would leave out the line of an event, so that the line need not be rendered.
     *
     * @param timeNs of the event, in nanoseconds since 1970
     */
    public boolean leavesOut(final long timeNs) {
        return out instanceof final LineBudget budget && budget.leavesOut(timeNs);
    }

    /**
     * Print lines that replace those of the previous call: a terminal redraws them in place, other output gets them
     * after an empty line.
     *
     * @param lines without line ends
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
     * Print a message to the error stream, in one line whatever characters it contains.
     *
     * @param text in the form {@code what happened: name=value: what to do}
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
     * Print why the command ends, unless the same message was printed last, as after a retry that failed again.
     *
     * @param text as in {@link #tell}
     */
    public synchronized void tellEnd(final String text) {
        if (!text.equals(lastTold)) {
            tell(text);
        }
    }

    /**
     * Show the progress of an operation: a terminal redraws it in place, other output does not get it.
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
     * Show help that the user did not ask for.
     *
     * @param text of several lines
     */
    public synchronized void explain(final String text) {
        clearProgress();
        err.print(text);
        err.flush();
    }

    /** Whether progress is shown. */
    public boolean isRedrawing() {
        return redrawing;
    }

    /** Whether tables are redrawn in place, which is for people and not for programs. */
    public boolean isDrawing() {
        return drawing;
    }

    /** Whether standard output supports colours. */
    public boolean isColoured() {
        return coloured;
    }

    /** Whether the reader of standard output has closed it, as {@code head} does when it has enough. */
    public synchronized boolean isClosed() {
        return closed;
    }

    /** Returns the width of the terminal at standard output in columns, {@link Integer#MAX_VALUE} if unknown. */
    public int columns() {
        return drawing ? columns.getAsInt() : Integer.MAX_VALUE;
    }

    /** Returns a stream to standard output for data that is not lines; it throws as {@link #print} does. */
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

    /** Returns standard output for text that is not data, such as help. */
    public PrintWriter printer() {
        return new PrintWriter(out, true, StandardCharsets.UTF_8);
    }

    /** Truncates a line to the width of the terminal, which would otherwise draw the rest over its last column. */
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
