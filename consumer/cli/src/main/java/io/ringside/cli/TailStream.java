package io.ringside.cli;

import io.ringside.cli.console.Console;
import io.ringside.cli.console.Interruption;
import io.ringside.cli.console.LineBudget;
import io.ringside.serve.Exchange;
import io.ringside.text.JsonRow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A stream of server-sent events with the output of a command that keeps running. Each line is a message, up to the
 * number per second that a person can read; further lines are only counted. The stream ends when its client
 * disconnects, or after some minutes. The client then reconnects with the id of its last message, and gets the messages
 * after it. Thread-safe.
 */
final class TailStream extends OutputStream implements LineBudget {
    private static final int LINES_PER_SECOND = 200;
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long LONGEST_NS = TimeUnit.MINUTES.toNanos(5);
    /** Longest wait for a command that was asked to end; commands poll for that every few milliseconds. */
    private static final long END_MS = TimeUnit.SECONDS.toMillis(5);
    private static final int LINE_MAX = 256 * 1024;
    private static final Pattern EVENT_TIME = Pattern.compile("\\{\"time\":(-?\\d{1,19}),");
    private static final Pattern GAP_END = Pattern.compile("\"to\":(-?\\d{1,19})[,}]");
    private static final Pattern ID = Pattern.compile("(-?\\d{1,19})-(\\d{1,9})-(\\d{1,9})");

    private final OutputStream body;
    private final Interruption interruption;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final @Nullable Place resumed;
    private boolean isLong;
    private boolean isClosed;
    private boolean isResuming;
    private long secondNs = System.nanoTime();
    private int sent;
    private long skipped;
    private @Nullable Place last;

    /**
     * A client's position in the stream. Lines are in the order of their times, so a position consists of the time of
     * the last event, the number of events with that time, and the number of gaps after them. Immutable.
     */
    private record Place(long timeNs, int events, int gaps) {
        /** Parses a client's position; returns null if there is none, or if it cannot be parsed. */
        private static @Nullable Place parse(final @Nullable String id) {
            final Matcher parts = ID.matcher(id == null ? "" : id);
            if (!parts.matches()) {
                return null;
            }
            try {
                return new Place(Long.parseLong(parts.group(1)), Integer.parseInt(parts.group(2)),
                        Integer.parseInt(parts.group(3)));
            } catch (final NumberFormatException e) {
                return null;
            }
        }

        /** Returns the position after an event. An event that comes late does not change the position. */
        private Place afterEvent(final long ns) {
            return ns == timeNs ? new Place(timeNs, events + 1, 0) : ns > timeNs ? new Place(ns, 1, 0) : this;
        }

        private Place afterGap() {
            return new Place(timeNs, events, gaps + 1);
        }

        private boolean isWithin(final Place known) {
            return timeNs != known.timeNs
                    ? timeNs < known.timeNs
                    : events != known.events ? events < known.events : gaps <= known.gaps;
        }

        private boolean isOfSameEvent(final Place other) {
            return timeNs == other.timeNs && events == other.events;
        }

        @Override
        public String toString() {
            return timeNs + "-" + events + "-" + gaps;
        }
    }

    /**
     * Creates a stream.
     *
     * @param body         to write to
     * @param interruption of the command that writes the lines
     * @param lastId       id of the last message that the client received; null for none
     */
    TailStream(final OutputStream body, final Interruption interruption, final @Nullable String lastId) {
        this.body = body;
        this.interruption = interruption;
        this.resumed = Place.parse(lastId);
        this.isResuming = resumed != null;
    }

    /**
     * Responds with the output of a command, until it ends, the client disconnects, or the interruption is requested.
     *
     * @param exchange     with the client's request
     * @param interruption of the command
     * @param arguments    of the command
     */
    static void run(final Exchange exchange, final Interruption interruption, final String... arguments)
            throws IOException {
        final OutputStream body = exchange.stream("text/event-stream");
        // A reader sees at once that it has a stream.
        body.flush();
        final TailStream stream = new TailStream(body, interruption, exchange.header("Last-Event-ID"));
        final Thread command = new Thread(() -> CommandTree.run(
                new Console(stream, stream.messages(), false, false), interruption, arguments),
                "ringside-serve-tail");
        command.setDaemon(true);
        command.start();
        try {
            final long endNs = System.nanoTime() + LONGEST_NS;
            while (command.isAlive() && System.nanoTime() - endNs < 0) {
                command.join(TimeUnit.SECONDS.toMillis(1));
                stream.beat();
            }
            if (!command.isAlive()) {
                stream.send(null, "end", "{}");
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            stream.interruption.request();
            stream.close();
            awaitEnd(command);
        }
        body.close();
    }

    /** Waits for the end of the command, which until then uses the directory and counts as an open stream. */
    private static void awaitEnd(final Thread command) {
        try {
            command.join(END_MS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops all writing: the response ends, and its connection may be used for another one. */
    @Override
    public synchronized void close() {
        isClosed = true;
    }

    /** Sends a message each second that shows that the stream is alive, its position, and the skipped lines. */
    synchronized void beat() throws IOException {
        send(last, "beat", new JsonRow().put("skipped", skipped).end().toString());
        skipped = 0;
    }

    private synchronized void send(final @Nullable Place place, final String event, final String data)
            throws IOException {
        if (isClosed) {
            // The console takes this message as the sign that the client has disconnected.
            throw new IOException("Broken pipe");
        }
        body.write(((place == null ? "" : "id: " + place + "\n") + "event: " + event + "\ndata: " + data + "\n\n")
                .getBytes(StandardCharsets.UTF_8));
        body.flush();
    }

    /** Returns the stream for the command's messages to people. */
    OutputStream messages() {
        return new OutputStream() {
            private final ByteArrayOutputStream text = new ByteArrayOutputStream();

            @Override
            public void write(final int value) throws IOException {
                if (value == '\n') {
                    send(null, "problem",
                            new JsonRow().put("text", text.toString(StandardCharsets.UTF_8)).end().toString());
                    text.reset();
                } else if (text.size() < LINE_MAX) {
                    text.write(value);
                }
            }
        };
    }

    @Override
    public synchronized boolean leavesOut(final long timeNs) {
        if (isResuming || sent < LINES_PER_SECOND || System.nanoTime() - secondNs >= SECOND_NS) {
            return false;
        }
        skipped++;
        last = after(timeNs);
        return true;
    }

    private Place after(final long timeNs) {
        return last == null ? new Place(timeNs, 1, 0) : last.afterEvent(timeNs);
    }

    @Override
    public void write(final int value) throws IOException {
        write(new byte[]{(byte) value}, 0, 1);
    }

    @Override
    public synchronized void write(final byte[] bytes, final int offset, final int length) throws IOException {
        int begin = offset;
        for (int i = offset; i < offset + length; i++) {
            if (bytes[i] == '\n') {
                add(bytes, begin, i - begin);
                endLine();
                begin = i + 1;
            }
        }
        add(bytes, begin, offset + length - begin);
    }

    private void add(final byte[] bytes, final int offset, final int length) {
        if (length > LINE_MAX - line.size()) {
            isLong = true;
        } else if (!isLong) {
            line.write(bytes, offset, length);
        }
    }

    private void endLine() throws IOException {
        final String text = line.toString(StandardCharsets.UTF_8);
        final boolean isLeftOut = isLong;
        line.reset();
        isLong = false;
        if (isKnown(text)) {
            return;
        }
        final long nowNs = System.nanoTime();
        if (nowNs - secondNs >= SECOND_NS) {
            secondNs = nowNs;
            sent = 0;
        }
        // While the client's position is being searched for, this line is a gap that the client may or may not have: it
        // is counted.
        if (isLeftOut || isResuming || sent == LINES_PER_SECOND) {
            skipped++;
        } else {
            sent++;
            send(last, "message", text);
        }
    }

    /** {@return whether the client received a line before it reconnected} All lines after the first new one are new. */
    private boolean isKnown(final String text) {
        final Place known = resumed;
        final Matcher time = EVENT_TIME.matcher(text);
        if (time.lookingAt()) {
            last = after(Long.parseLong(time.group(1)));
        } else if (last != null) {
            last = last.afterGap();
        }
        final Place own = last;
        if (!isResuming || known == null) {
            return false;
        }
        if (own != null && (time.lookingAt() || own.isOfSameEvent(known))) {
            isResuming = own.isWithin(known);
            return isResuming;
        }
        final Matcher gapEnd = GAP_END.matcher(text);
        return gapEnd.find() && Long.parseLong(gapEnd.group(1)) <= known.timeNs;
    }
}
