package io.ringside.cli.tail;

import io.ringside.RingsideException;
import io.ringside.cli.console.Console;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.session.LossCause;
import org.agrona.concurrent.AgentTerminationException;
import org.jspecify.annotations.Nullable;

/** Prints what a consumer is given, and ends it when nobody reads what is printed. For the consumer's thread. */
final class EventPrinter implements EventHandler {
    private static final LossCause[] CAUSES = LossCause.values();

    private final Console console;
    private final EventLines lines;
    /** Of the line above the first one; null for none, or none any more. */
    private @Nullable String heading;

    EventPrinter(final Console console, final EventLines lines) {
        this(console, lines, null);
    }

    EventPrinter(final Console console, final EventLines lines, final @Nullable String heading) {
        this.console = console;
        this.lines = lines;
        this.heading = heading;
    }

    /** Prints what stands above the lines, if there is such a line and it has not been printed yet. */
    void printHeading() {
        final String line = heading;
        if (line != null) {
            heading = null;
            console.print(line);
        }
    }

    @Override
    public void onEvent(final EventView event) {
        print(lines.line(event));
    }

    @Override
    public void onGap(final GapView gap) {
        if (gap.overwritten() > 0) {
            print(lines.overwrittenLine(gap));
        }
        if (gap.missing() > 0) {
            print(lines.missingLine(gap));
        }
        for (final LossCause cause : CAUSES) {
            if (gap.count(cause) > 0) {
                print(lines.line(gap, cause));
            }
        }
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
