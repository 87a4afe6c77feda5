package io.ringside.rules;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The committed list of all rules, in {@code rules.csv}: number, owner, title and what does not apply. */
final class RuleTable {
    private static final int COLUMNS = 4;

    private RuleTable() {}

    static List<Rule> read() {
        try (InputStream input = RuleTable.class.getResourceAsStream("rules.csv")) {
            final byte[] bytes = Objects.requireNonNull(input, "rules.csv").readAllBytes();
            return new String(bytes, StandardCharsets.UTF_8)
                    .lines()
                    .skip(1)
                    .map(RuleTable::parse)
                    .toList();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Rule parse(final String line) {
        final String[] columns = line.split(";", -1);
        if (columns.length != COLUMNS) {
            throw new IllegalStateException("line of rules.csv has not four columns: line=" + line);
        }
        return new Rule(columns[0], columns[1], columns[2], columns[3]);
    }
}
