package io.ringside.cli.render;

import io.ringside.counter.CounterFormat;
import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterValue;
import io.ringside.reader.counter.CounterQuery;
import io.ringside.text.JsonRow;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** Renders the rows of a counter query. Stateless. */
public final class CounterLines {
    private static final CounterFormat WHOLE = CounterFormat.of(CounterFormat.LARGE);
    private static final CounterFormat UNSCALED = CounterFormat.of(CounterFormat.LARGE | CounterFormat.NO_SCALE);
    private static final CounterFormat REAL = CounterFormat.of(CounterFormat.DOUBLE);
    private static final String NOTHING = "-";
    private static final int DECIMALS = 3;

    private CounterLines() {}

    /** Whether a value needs an older sample. */
    public static boolean needsTwo(final CounterQuery.Row row) {
        return row.counter().type().samples() > 1;
    }

    public static CounterValue value(final CounterQuery.Row row) {
        return row.value(isWhole(row) ? WHOLE : REAL);
    }

    /** Whether values have no decimals. */
    private static boolean isWhole(final CounterQuery.Row row) {
        return row.counter().type().isWhole() && !row.counter().display().contains(CounterSchema.Display.AS_REAL);
    }

    public static List<String> table(final List<CounterQuery.Row> rows) {
        final TextTable table = new TextTable("SET", "INSTANCE", "ID", "COUNTER", "VALUE", "UNIT", "RAW", "STATUS");
        for (final CounterQuery.Row row : rows) {
            table.row(row.set().name(), instance(row), row.id(), row.counter().name(), text(row, false), unit(row),
                    row.raw(),
                    status(row));
        }
        return table.lines();
    }

    public static String instance(final CounterQuery.Row row) {
        return Objects.toString(row.instance(), NOTHING);
    }

    /**
     * Returns a value in the counter's preferred format, with at most three decimals; a dash if there is no value.
     *
     * @param grouped whether to group digits, for output that no program reads
     */
    public static String text(final CounterQuery.Row row, final boolean grouped) {
        final CounterValue value = value(row);
        if (!value.status().isValid()) {
            return NOTHING;
        }
        final boolean isGrouped = grouped && !row.counter().display().contains(CounterSchema.Display.NO_DIGIT_GROUPING);
        final String grouping = isGrouped ? "%," : "%";
        if (!isWhole(row)) {
            return String.format(Locale.ROOT, grouping + '.' + DECIMALS + 'f', value.asDouble());
        }
        return row.counter().type().isHex() || row.counter().display().contains(CounterSchema.Display.AS_HEX)
                ? "0x" + Long.toHexString(value.asLong())
                : String.format(Locale.ROOT, grouping + 'd', value.asLong());
    }

    public static String unit(final CounterQuery.Row row) {
        final String unit = row.counter().unit() + row.counter().type().suffix();
        return unit.isEmpty() ? NOTHING : unit;
    }

    /** The type as it is shown, in text and JSON alike. */
    public static String type(final CounterQuery.Row row) {
        return row.counter().type().name().toLowerCase(Locale.ROOT);
    }

    public static String status(final CounterQuery.Row row) {
        final String status = text(value(row).status());
        return row.isStale() ? status + ", stale" : status;
    }

    /** A status as it is shown, in text, JSON and messages alike. */
    public static String text(final CounterValue.Status status) {
        return status.name().toLowerCase(Locale.ROOT);
    }

    /** Returns a row that identifies a counter; the caller adds to it. */
    public static JsonRow json(final CounterQuery.Row row) {
        return new JsonRow().put("set", row.set().name())
                .put("instance", Objects.toString(row.instance(), null))
                .put("id", row.id())
                .put("counter", row.counter().name())
                .put("type", type(row))
                .put("unit", row.counter().unit())
                .put("pid", row.pid())
                .put("stale", row.isStale())
                .put("path", row.path().toString());
    }

    /** The line of a sample. */
    public static CharSequence json(final CounterQuery.Row row, final long timeNs) {
        final CounterValue value = value(row);
        final JsonRow json = json(row).put("time", timeNs).put("raw", row.raw());
        json.name("value").append(value.status().isValid() ? number(row, value) : "null");
        return json.put("status", text(value.status())).end();
    }

    /** All digits, also of a whole number that wants to be shown as a real one. */
    private static String number(final CounterQuery.Row row, final CounterValue value) {
        if (isWhole(row)) {
            return Long.toString(value.asLong());
        }
        return row.counter().type().isWhole()
                ? BigDecimal.valueOf(row.value(UNSCALED).asLong()).scaleByPowerOfTen(row.counter().scale())
                        .toPlainString()
                : Double.toString(value.asDouble());
    }
}
