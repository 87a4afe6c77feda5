package io.ringside.cli.session;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.session.TopLine.Style;
import java.io.Closeable;
import java.io.IOError;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jline.keymap.BindingReader;
import org.jline.keymap.KeyMap;
import org.jline.reader.EndOfFileException;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.Terminal.SignalHandler;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;
import org.jline.utils.Curses;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.ShutdownHooks;
import org.jspecify.annotations.Nullable;

/** The full-screen terminal and its keys. Not thread-safe; signals call the given handler in another thread. */
final class TopScreen implements Closeable {
    /** Time after which a key is recognized whose code begins like that of another key, such as Escape. */
    private static final long AMBIGUOUS_MS = 100;
    /** Interval of the checks whether the size has changed or the program should end. */
    private static final long LOOK_MS = 100;
    /** Assumed size of a terminal that does not report its size. */
    private static final Size UNKNOWN_SIZE = Size.of(80, 24);

    private final Terminal terminal;
    private final BindingReader keys;
    private final KeyMap<TopKey.Kind> keyMap;
    private final Display display;
    private final boolean coloured;
    private final OutputStream out;
    private final byte[] restoring;
    private volatile boolean resized = true;
    private Size size = UNKNOWN_SIZE;

    private TopScreen(final Terminal terminal, final OutputStream out, final boolean coloured,
            final Runnable interrupted) {
        this.terminal = terminal;
        this.out = out;
        this.coloured = coloured;
        restoring = Stream.of(Capability.keypad_local, Capability.cursor_normal, Capability.exit_ca_mode)
                .map(terminal::getStringCapability).filter(Objects::nonNull).map(text -> Curses.tputs(text))
                .collect(Collectors.joining()).getBytes(StandardCharsets.US_ASCII);
        // Handle these two signals only: one that is left to the JVM's own handler ends the program without restoring
        // the screen.
        terminal.handle(Signal.INT, signal -> {
            interrupted.run();
            resized = true;
        });
        terminal.handle(Signal.WINCH, signal -> resized = true);
        terminal.enterRawMode();
        keys = new BindingReader(terminal.reader());
        keyMap = keyMap(terminal);
        display = new Display(terminal, true);
        terminal.puts(Capability.enter_ca_mode);
        terminal.puts(Capability.cursor_invisible);
        terminal.puts(Capability.keypad_xmit);
        terminal.flush();
    }

    /**
     * Takes over the terminal.
     *
     * @param out         output to the terminal
     * @param coloured    whether colours may be used
     * @param interrupted called at Ctrl-C, in another thread
     * @throws RingsideException if there is no usable terminal
     */
    static TopScreen open(final OutputStream out, final boolean coloured, final Runnable interrupted) {
        try {
            // The hook would restore the terminal concurrently with the thread that uses it; closing this object
            // restores it after a signal as after any other end.
            System.setProperty(ShutdownHooks.PROP_DISABLE_SHUTDOWN_HOOK, "true");
            // The other providers unpack native code. Ctrl-Z is ignored, because it would not restore the screen.
            final Terminal terminal = TerminalBuilder.builder().system(true).dumb(false)
                    .provider(TerminalBuilder.PROP_PROVIDER_EXEC).nativeSignals(true)
                    .signalHandler(SignalHandler.SIG_IGN).graphemeCluster(false).build();
            return new TopScreen(terminal, out, coloured, interrupted);
        } catch (final IOException | IllegalStateException e) {
            throw new RingsideException(ErrorCode.FILE_SYSTEM, "terminal cannot be used: reason=" + e.getMessage()
                    + ": run it in a terminal where stty works, or with --once", e);
        }
    }

    /** Returns the usable width in columns. It leaves out the last column, where terminals differ in wrapping text. */
    int columns() {
        if (resized) {
            resized = false;
            final Size now = terminal.getSize();
            size = now.getColumns() <= 0 || now.getRows() <= 0 ? UNKNOWN_SIZE : now;
            display.clear();
            display.resize(size);
        }
        return size.getColumns() - 1;
    }

    int rows() {
        return size.getRows();
    }

    void draw(final List<TopLine> lines) {
        final int width = columns();
        display.update(lines.stream().map(line -> styled(line, width)).toList(), -1);
    }

    /**
     * Waits for a key.
     *
     * @param timeoutNs longest wait
     * @return null if no key was pressed, or the screen must be redrawn
     */
    @Nullable
    TopKey read(final long timeoutNs) {
        final long deadlineNs = System.nanoTime() + timeoutNs;
        try {
            while (!resized) {
                final long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
                final int next = keys.peekCharacter(Math.max(1, Math.min(LOOK_MS, leftMs)));
                if (next == -1) {
                    return TopKey.of(TopKey.Kind.END_OF_INPUT);
                }
                if (next >= 0) {
                    final TopKey.Kind kind = keys.readBinding(keyMap, null, false);
                    if (kind != null) {
                        return kind == TopKey.Kind.CHARACTER
                                ? TopKey.of(keys.getLastBinding().codePointAt(0))
                                : TopKey.of(kind);
                    }
                } else if (leftMs <= 0) {
                    return null;
                }
            }
            return null;
        } catch (final EndOfFileException | IOError e) {
            return TopKey.of(TopKey.Kind.END_OF_INPUT);
        }
    }

    /** Restores the terminal. */
    @Override
    public void close() {
        try {
            try (terminal) {
                terminal.flush();
                out.write(restoring);
                out.flush();
            }
        } catch (final IOException e) {
            // The terminal was closed.
        }
    }

    private AttributedString styled(final TopLine line, final int width) {
        final AttributedStringBuilder text = new AttributedStringBuilder();
        for (final TopLine.Part part : line.parts()) {
            text.styled(line.isSelected() ? style(part.style()).inverse() : style(part.style()), part.text());
        }
        final int missing = width - text.columnLength();
        if (line.isSelected() && missing > 0) {
            text.styled(AttributedStyle.INVERSE, " ".repeat(missing));
        }
        return text.columnSubSequence(0, width);
    }

    private AttributedStyle style(final Style style) {
        return switch (style) {
            case PLAIN -> AttributedStyle.DEFAULT;
            case STRONG -> AttributedStyle.BOLD;
            case HEADING -> AttributedStyle.DEFAULT.bold().underline();
            case ALARM -> coloured
                    ? AttributedStyle.BOLD.foreground(AttributedStyle.RED)
                    : AttributedStyle.BOLD;
        };
    }

    private static KeyMap<TopKey.Kind> keyMap(final Terminal terminal) {
        final KeyMap<TopKey.Kind> map = new KeyMap<>();
        map.setAmbiguousTimeout(AMBIGUOUS_MS);
        map.setUnicode(TopKey.Kind.CHARACTER);
        for (char character = ' '; character < KeyMap.KEYMAP_LENGTH; character++) {
            map.bind(TopKey.Kind.CHARACTER, String.valueOf(character));
        }
        // Also bind the common codes, for terminals that do not follow their description.
        bind(map, terminal, TopKey.Kind.UP, Capability.key_up, "\u001B[A");
        bind(map, terminal, TopKey.Kind.DOWN, Capability.key_down, "\u001B[B");
        bind(map, terminal, TopKey.Kind.RIGHT, Capability.key_right, "\u001B[C");
        bind(map, terminal, TopKey.Kind.LEFT, Capability.key_left, "\u001B[D");
        bind(map, terminal, TopKey.Kind.PAGE_UP, Capability.key_ppage, "\u001B[5~");
        bind(map, terminal, TopKey.Kind.PAGE_DOWN, Capability.key_npage, "\u001B[6~");
        bind(map, terminal, TopKey.Kind.HOME, Capability.key_home, "\u001B[H");
        bind(map, terminal, TopKey.Kind.END, Capability.key_end, "\u001B[F");
        bind(map, terminal, TopKey.Kind.BACKSPACE, Capability.key_backspace, "\u007F");
        map.bind(TopKey.Kind.BACKSPACE, "\b");
        map.bind(TopKey.Kind.TAB, "\t");
        map.bind(TopKey.Kind.ENTER, "\r");
        map.bind(TopKey.Kind.ENTER, "\n");
        map.bind(TopKey.Kind.ESCAPE, "\u001B");
        return map;
    }

    private static void bind(final KeyMap<TopKey.Kind> map, final Terminal terminal, final TopKey.Kind kind,
            final Capability capability, final String usual) {
        final String own = KeyMap.key(terminal, capability);
        if (own != null && !own.isEmpty()) {
            map.bind(kind, own);
        }
        map.bind(kind, usual);
    }
}
