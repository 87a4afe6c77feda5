package io.ringside.bench.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** A table of Markdown. Not thread-safe. */
final class Table {
    private static final String MISSING = "–";

    private final List<List<String>> rows = new ArrayList<>();

    Table(final List<String> header) {
        rows.add(header);
        rows.add(Collections.nCopies(header.size(), "---"));
    }

    Table row(final List<String> cells) {
        rows.add(cells);
        return this;
    }

    /** A figure with two decimals, or a dash. */
    static String figure(final double value) {
        return Double.isNaN(value) ? MISSING : String.format(Locale.ROOT, "%.2f", value);
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder();
        rows.forEach(cells -> text.append("| ").append(String.join(" | ", cells)).append(" |\n"));
        return text.toString();
    }
}
