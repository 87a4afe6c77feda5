package io.ringside.consumer.cli.tail;

import io.ringside.consumer.EventHandler;
import io.ringside.consumer.EventView;
import io.ringside.consumer.GapView;
import io.ringside.consumer.cli.console.Console;
import io.ringside.session.LossCause;
import io.ringside.transport.RingsideException;
import org.agrona.concurrent.AgentTerminationException;

/** Prints what a consumer is given, and ends it when nobody reads what is printed. For the consumer's thread. */
final class EventPrinter implements EventHandler {
    private static final LossCause[] CAUSES = LossCause.values();

    private final Console console;
    private final EventLines lines;

    EventPrinter(final Console console, final EventLines lines) {
        this.console = console;
        this.lines = lines;
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
            console.print(line);
        } catch (final RingsideException e) {
            throw new AgentTerminationException(e);
        }
    }
}
