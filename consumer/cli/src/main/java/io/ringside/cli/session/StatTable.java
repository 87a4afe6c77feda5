package io.ringside.cli.session;

import io.ringside.cli.render.SessionLines;
import io.ringside.cli.render.TextTable;
import io.ringside.cli.session.StatRow.ProcessStat;
import io.ringside.cli.session.StatRow.Rates;
import io.ringside.session.LossCounts;
import io.ringside.session.ProcessInfo;
import io.ringside.session.SessionSettings;
import io.ringside.text.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Renders the activity of sessions for people: a line for each session, then one for each process. Stateless. */
final class StatTable {
    private static final int PERCENT = 100;
    /** Fill level of a full lane: an event that does not fit is lost before the last byte is used. */
    private static final double FULL = 0.9;
    private static final String UNKNOWN = "-";

    private StatTable() {}

    static List<String> lines(final List<StatRow> rows) {
        final TextTable table = new TextTable("SESSION", "STATE", "EVENTS/S", "DELIVERED/S", "LOST/S", "BYTES/S",
                "RING",
                "TOTAL LOST");
        for (final StatRow row : rows) {
            add(table, row.status().session().name(), row.state(), row.rates(), row.ringFill(),
                    row.status().ledger().totals().lost());
            for (final ProcessStat process : row.processes()) {
                final ProcessInfo.Flow flow = process.flow();
                add(table, "  " + flow.process().description() + " " + String.join(",", process.providers()),
                        flow.alive() ? "alive" : "dead", process.rates(), flow.ringFill(), flow.lost());
            }
        }
        final List<String> lines = new ArrayList<>(table.lines());
        rows.stream().filter(StatTable::isFullAndNotDrained).map(row -> row.status().session().name())
                .forEach(name -> lines.add("Session " + name + " has no drain, and a lane is full: run ringside tail "
                        + name + " --follow or ringside record " + name + " --to DIR"));
        return lines;
    }

    /** Whether a lane is full and nobody drains the session. In overwrite mode this is normal, and not reported. */
    private static boolean isFullAndNotDrained(final StatRow row) {
        return row.status().drain() == null && row.ringFill() >= FULL
                && row.status().session().settings().overflow() != SessionSettings.Overflow.DROP_OLDEST;
    }

    private static void add(final TextTable table, final String name, final String state,
            final @Nullable Rates rates, final double ringFill, final LossCounts lost) {
        table.row(name, state, number(rates == null ? null : rates.wanted()),
                number(rates == null ? null : rates.delivered()), number(rates == null ? null : rates.lost()),
                number(rates == null ? null : rates.bytes()),
                String.format(Locale.ROOT, "%.0f %%", ringFill * PERCENT), SessionLines.losses(lost));
    }

    private static String number(final @Nullable Double rate) {
        return rate == null ? UNKNOWN : PlainText.count(Math.round(rate));
    }
}
