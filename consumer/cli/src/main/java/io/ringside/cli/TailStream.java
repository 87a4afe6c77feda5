package io.ringside.cli;

import com.sun.net.httpserver.HttpExchange;
import io.ringside.cli.console.Console;
import io.ringside.cli.console.Interruption;
import io.ringside.internal.render.JsonRow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * The lines of a command that goes on, as server-sent events: each is a message, as many in a second as somebody can
 * look at, and the others are counted. Ends when its reader goes away, or after some minutes: then the reader calls
 * again. Thread-safe.
 */
final class TailStream extends OutputStream {
    private static final int LINES_PER_SECOND = 200;
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long LONGEST_NS = TimeUnit.MINUTES.toNanos(5);
    private static final int LINE_MAX = 256 * 1024;

    private final OutputStream body;
    private final Interruption interruption = new Interruption();
    private byte[] line = new byte[1024];
    private int length;
    private boolean isLong;
    private long secondNs = System.nanoTime();
    private int sent;
    private long skipped;

    private TailStream(final OutputStream body) {
        this.body = body;
    }

    /**
     * Answer with what a command prints.
     *
     * @param exchange  with the request
     * @param arguments of the command
     */
    static void run(final HttpExchange exchange, final String... arguments) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(HttpURLConnection.HTTP_OK, 0);
        final TailStream stream = new TailStream(exchange.getResponseBody());
        final Thread command = new Thread(() -> CommandTree.run(
                new Console(stream, stream.messages(), false, false), stream.interruption, arguments),
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
                stream.send("end", "{}");
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            stream.interruption.request();
        }
    }

    /** Says each second that it is there, and how much was left out. */
    private synchronized void beat() throws IOException {
        send("beat", new JsonRow().put("skipped", skipped).end().toString());
        skipped = 0;
    }

    private synchronized void send(final String event, final String data) throws IOException {
        body.write(("event: " + event + "\ndata: " + data + "\n\n").getBytes(StandardCharsets.UTF_8));
        body.flush();
    }

    /** What the command says to people. */
    private OutputStream messages() {
        return new OutputStream() {
            private final ByteArrayOutputStream text = new ByteArrayOutputStream();

            @Override
            public void write(final int value) throws IOException {
                if (value == '\n') {
                    send("problem", new JsonRow().put("text", text.toString(StandardCharsets.UTF_8)).end().toString());
                    text.reset();
                } else if (text.size() < LINE_MAX) {
                    text.write(value);
                }
            }
        };
    }

    @Override
    public synchronized void write(final int value) throws IOException {
        if (value == '\n') {
            endLine();
        } else if (length == LINE_MAX) {
            isLong = true;
        } else {
            if (length == line.length) {
                line = Arrays.copyOf(line, 2 * length);
            }
            line[length++] = (byte) value;
        }
    }

    private void endLine() throws IOException {
        final long nowNs = System.nanoTime();
        if (nowNs - secondNs >= SECOND_NS) {
            secondNs = nowNs;
            sent = 0;
        }
        if (isLong || sent == LINES_PER_SECOND) {
            skipped++;
        } else {
            sent++;
            send("message", new String(line, 0, length, StandardCharsets.UTF_8));
        }
        length = 0;
        isLong = false;
    }
}
