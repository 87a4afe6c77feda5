package io.ringside.cli.demo;

import io.ringside.cli.console.Console;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Shows how the demo goes: in one line that is drawn again and again on a terminal, else in a line each second. For the
 * thread of the command.
 */
final class DemoDisplay {
    private static final double NS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long REDRAW_NS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long LINE_NS = TimeUnit.SECONDS.toNanos(1);

    private final Console console;
    private final ChildProcess provider;
    private final ChildProcess consumer;
    private long shownNs;
    private long shownEvents;

    DemoDisplay(final Console console, final ChildProcess provider, final ChildProcess consumer) {
        this.console = console;
        this.provider = provider;
        this.consumer = consumer;
    }

    /** The time begins: what came before is in no rate. */
    void begin() {
        shownEvents = consumer.number(0);
    }

    void show(final long sinceNs, final boolean pausing) {
        final long elapsedNs = sinceNs - shownNs;
        if (elapsedNs < (console.isRedrawing() ? REDRAW_NS : LINE_NS)) {
            return;
        }
        final long events = consumer.number(0);
        // What was delivered was written, though its process may not have told so yet.
        final long written = Math.max(provider.number(1), events);
        final String line = String.format(Locale.ROOT,
                "%4.1f s  %,10d written  %,10d delivered  %,8.0f/s  %,8d lost  %s",
                sinceNs / NS_PER_SECOND, written, events,
                (events - shownEvents) * NS_PER_SECOND / elapsedNs, consumer.number(1),
                pausing ? "(the consumer is paused, lanes are filling up)" : consumer.report().text());
        shownNs = sinceNs;
        shownEvents = events;
        if (console.isRedrawing()) {
            console.progress(line);
        } else {
            console.tell(line);
        }
    }
}
