package io.ringside.cli.render;

import io.ringside.counter.CounterFormat;
import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterStatus;
import io.ringside.counter.CounterValue;
import io.ringside.reader.counter.CounterRow;
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

    /** Whether calculating the value needs an earlier sample. */
    public static boolean needsTwo(final CounterRow row) {
        return row.counter().type().samples() > 1;
    }

    public static CounterValue value(final CounterRow row) {
        return row.value(isWhole(row) ? WHOLE : REAL);
    }

    /** Whether values are whole numbers. */
    private static boolean isWhole(final CounterRow row) {
        return row.counter().type().isWhole() && !row.counter().display().contains(CounterSchema.Display.AS_REAL);
    }

    public static List<String> table(final List<CounterRow> rows) {
        final TextTable table = new TextTable("SET", "INSTANCE", "ID", "COUNTER", "VALUE", "UNIT", "RAW", "STATUS");
        for (final CounterRow row : rows) {
            table.row(row.set().name(), instance(row), row.id(), row.counter().name(), text(row, false), unit(row),
                    row.raw(),
                    status(row));
        }
        return table.lines();
    }

    public static String instance(final CounterRow row) {
        return Objects.toString(row.instance(), NOTHING);
    }

    /**
     * Returns a value in the counter's preferred format, with at most three decimals; a dash if there is no value.
     *
     * @param grouped whether to group digits, for output that no program reads
     */
    public static String text(final CounterRow row, final boolean grouped) {
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

    public static String unit(final CounterRow row) {
        final String unit = row.counter().unit() + row.counter().type().suffix();
        return unit.isEmpty() ? NOTHING : unit;
    }

    /** Returns the name of the counter's type, in text and JSON alike. */
    public static String type(final CounterRow row) {
        return row.counter().type().name().toLowerCase(Locale.ROOT);
    }

    public static String status(final CounterRow row) {
        final String status = text(value(row).status());
        return row.isStale() ? status + ", stale" : status;
    }

    /** Returns the name of a status, in text, JSON and messages alike. */
    public static String text(final CounterStatus status) {
        return status.name().toLowerCase(Locale.ROOT);
    }

    /** Returns a row that identifies a counter; the caller adds to it. */
    public static JsonRow json(final CounterRow row) {
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

    /** Returns the JSON line of a sample. */
    public static CharSequence json(final CounterRow row, final long timeNs) {
        final CounterValue value = value(row);
        final JsonRow json = json(row).put("time", timeNs).put("raw", row.raw());
        json.name("value").append(value.status().isValid() ? number(row, value) : "null");
        return json.put("status", text(value.status())).end();
    }

    /** Returns all digits of a value, even for a whole number that is displayed as a real one. */
    private static String number(final CounterRow row, final CounterValue value) {
        if (isWhole(row)) {
            return Long.toString(value.asLong());
        }
        return row.counter().type().isWhole()
                ? BigDecimal.valueOf(row.value(UNSCALED).asLong()).scaleByPowerOfTen(row.counter().scale())
                        .toPlainString()
                : Double.toString(value.asDouble());
    }
}
