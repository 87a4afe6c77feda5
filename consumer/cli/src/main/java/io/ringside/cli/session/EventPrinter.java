package io.ringside.cli.session;

import io.ringside.RingsideException;
import io.ringside.cli.console.Console;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventLines;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import org.agrona.concurrent.AgentTerminationException;
import org.jspecify.annotations.Nullable;

/** Prints the events of a consumer, and ends it when the output is closed. Used by the consumer's thread only. */
final class EventPrinter implements EventHandler {
    private final Console console;
    private final EventLines lines;
    /** Heading to be printed before the first line; null if there is none, or it was printed. */
    private @Nullable String heading;

    EventPrinter(final Console console, final EventLines lines, final @Nullable String heading) {
        this.console = console;
        this.lines = lines;
        this.heading = heading;
    }

    /** Prints the heading unless it was printed. */
    void printHeading() {
        final String line = heading;
        if (line != null) {
            heading = null;
            console.print(line);
        }
    }

    @Override
    public void onEvent(final EventView event) {
        if (!console.leavesOut(event.timeNs())) {
            print(lines.line(event));
        }
    }

    @Override
    public void onGap(final GapView gap) {
        lines.forEachLine(gap, this::print);
    }

    private void print(final CharSequence line) {
        try {
            printHeading();
            console.print(line);
        } catch (final RingsideException e) {
            throw new AgentTerminationException(e);
        }
    }
}
