package io.ringside.cli.emit;

import io.ringside.cli.render.TextTable;
import io.ringside.text.JsonRow;
import io.ringside.text.PlainText;
import java.util.ArrayList;
import java.util.List;

/**
 * The event counts of the demo: those that the writers and the consumer have counted independently, and those of the
 * session's ledger. Immutable.
 *
 * @param attempted  calls made by the writers
 * @param refused    calls whose result said that the event was lost
 * @param delivered  events passed to the consumer's handler
 * @param lost       lost events in the gaps passed to the handler
 * @param wanted     wanted events according to the ledger
 * @param taken      delivered events according to the ledger
 * @param missing    lost events according to the ledger
 * @param isFinal    whether the ledger no longer changes
 */
record DemoLedger(long attempted, long refused, long delivered, long lost, long wanted, long taken, long missing,
        boolean isFinal) {
    /** Returns the counts from the final reports of the processes. */
    static DemoLedger of(final ChildProcess provider, final ChildProcess consumer, final ChildProcess controller) {
        return new DemoLedger(provider.number(0), provider.number(2), consumer.number(0), consumer.number(1),
                controller.number(0), controller.number(1), controller.number(2),
                !controller.report().text().isEmpty());
    }

    boolean isBalanced() {
        return isFinal && attempted == delivered + lost && refused == lost && wanted == attempted && taken == delivered
                && missing == lost;
    }

    CharSequence json() {
        return new JsonRow().put("attempted", attempted).put("delivered", delivered).put("lost", lost)
                .put("balanced", isBalanced()).beginObject("statuses").put("written", attempted - refused)
                .put("lost", refused).endObject().beginObject("ledger").put("wanted", wanted).put("delivered", taken)
                .put("lost", missing).put("final", isFinal).endObject().end();
    }

    List<String> text() {
        final TextTable table = new TextTable("", "EVENTS", "WRITTEN", "LOST")
                .row("statuses returned to the writers", PlainText.count(attempted),
                        PlainText.count(attempted - refused), PlainText.count(refused))
                .row("events delivered to the handler", "", PlainText.count(delivered), "")
                .row("gaps delivered to the handler", "", "", PlainText.count(lost))
                .row("ledger of the session", PlainText.count(wanted), PlainText.count(taken),
                        PlainText.count(missing));
        final List<String> lines = new ArrayList<>(table.lines());
        lines.add("");
        lines.add((isBalanced() ? "balanced: " : "NOT balanced: ") + PlainText.count(attempted) + " attempted, "
                + PlainText.count(delivered) + " delivered + " + PlainText.count(lost) + " lost");
        return lines;
    }
}
