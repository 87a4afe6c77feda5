package io.ringside.cli.measure;

import io.ringside.cli.render.TextTable;
import io.ringside.measure.MeasureContext;
import io.ringside.measure.Measurement;
import io.ringside.text.JsonRow;
import io.ringside.text.PlainText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Renders statistics for people and for programs. Not thread-safe. */
final class MeasureLines {
    private static final List<String> PERCENTILES = List.of("p50", "p90", "p99", "p999", "p9999");
    private static final List<String> HEADINGS = List.of("P50", "P90", "P99", "P99.9", "P99.99");
    private static final String ABSENT = "-";
    private static final int PERCENT = 100;

    private final MeasureContext settings;
    private final Supplier<@Nullable String> unit;
    private final BooleanSupplier lossesKnown;
    private final boolean countsOnly;
    private final boolean hasWindows;
    private final JsonRow row = new JsonRow();

    /**
     * Creates a renderer for a measurement.
     *
     * @param settings    what it measures
     * @param unit        of its numbers as they are met, if they have one
     * @param lossesKnown whether all losses were counted in what was read up to now
     */
    MeasureLines(final MeasureContext settings, final Supplier<@Nullable String> unit,
            final BooleanSupplier lossesKnown) {
        this.settings = settings;
        this.unit = unit;
        this.lossesKnown = lossesKnown;
        countsOnly = settings.of().equals(MeasureContext.COUNT);
        hasWindows = settings.windowNs() != MeasureContext.NO_WINDOW;
    }

    /** Returns a table, with a small chart after each row if charts are given. */
    List<String> text(final List<Measurement.Group> figures, final List<String> sparks) {
        final List<String> headings = new ArrayList<>();
        if (hasWindows) {
            headings.add("WINDOW");
        }
        settings.by().forEach(name -> headings.add(name.toUpperCase(Locale.ROOT)));
        headings.addAll(List.of("COUNT", "PER SECOND"));
        if (!countsOnly) {
            headings.addAll(List.of("SUM", "MEAN", "MIN"));
            headings.addAll(HEADINGS);
            headings.add("MAX");
        }
        headings.add("LOST");
        if (!sparks.isEmpty()) {
            headings.add("LATELY");
        }
        final TextTable table = new TextTable(headings.toArray(new String[0]));
        double precision = 0;
        long count = 0;
        long measured = 0;
        long elsewhere = 0;
        for (int i = 0; i < figures.size(); i++) {
            final Measurement.Group figure = figures.get(i);
            final List<Object> cells = cells(figure);
            if (!sparks.isEmpty()) {
                cells.add(sparks.get(i));
            }
            table.row(cells.toArray());
            count += figure.count();
            measured += figure.measured();
            precision = Math.max(precision, figure.precision());
            elsewhere = Math.max(elsewhere, figure.elsewhere());
        }
        final List<String> lines = new ArrayList<>(table.lines());
        if (!countsOnly && !figures.isEmpty()) {
            lines.add(String.format(Locale.ROOT, "percentiles are at most %.2g %% above the number", precision
                    * PERCENT));
        }
        final String shownUnit = unit.get();
        if (shownUnit != null) {
            lines.add("unit of the numbers: " + shownUnit);
        }
        if (count != measured) {
            lines.add(
                    String.format(Locale.ROOT, "scaled up: the sessions have recorded %,d of these %,d events (count, "
                            + "rate, sum and mean are estimates)", measured, count));
        }
        if (elsewhere > 0) {
            lines.add(String.format(Locale.ROOT, "not in the sources: up to %,d events of a row (newer events took "
                    + "their place, or the recording does not hold them)", elsewhere));
        }
        return lines;
    }

    private List<Object> cells(final Measurement.Group figure) {
        final List<Object> cells = new ArrayList<>();
        if (hasWindows) {
            cells.add(window(figure));
        }
        for (int i = 0; i < settings.by().size(); i++) {
            cells.add(figure.isRest() ? i == 0 ? rest(figure) : "" : shown(figure.key().get(i)));
        }
        cells.add(number(figure.count()));
        cells.add(number(figure.perSecond()));
        if (!countsOnly) {
            cells.add(number(figure.sum()));
            cells.add(mean(figure));
            cells.add(number(figure.least()));
            for (int i = 0; i < PERCENTILES.size(); i++) {
                cells.add(number(percentile(figure, i)));
            }
            cells.add(number(figure.greatest()));
        }
        cells.add(lossesKnown.getAsBoolean() ? number(figure.lost()) : "unknown");
        return cells;
    }

    /** Returns the mean, with as many decimals as the measured decimal numbers have. */
    private static String mean(final Measurement.Group figure) {
        final Double mean = figure.mean();
        return mean != null && figure.sum() instanceof final BigDecimal sum
                ? String.format(Locale.ROOT, "%,." + Math.max(0, sum.scale()) + 'f', mean)
                : number(mean);
    }

    private static String rest(final Measurement.Group figure) {
        return figure.groups() == 0 ? "(all others)" : "(" + figure.groups() + " others)";
    }

    static String window(final Measurement.Group figure) {
        final Long windowNs = figure.windowNs();
        return windowNs == null ? ABSENT : Instant.EPOCH.plusNanos(windowNs).toString();
    }

    private static String shown(final @Nullable Object value) {
        return value == null ? ABSENT : text(value);
    }

    /** Returns a value as text; decimal numbers have no exponent. */
    private static String text(final Object value) {
        return value instanceof final BigDecimal decimal ? decimal.toPlainString() : value.toString();
    }

    private static @Nullable Number percentile(final Measurement.Group figure, final int index) {
        return figure.percentiles().isEmpty() ? null : figure.percentiles().get(index);
    }

    private static String number(final @Nullable Number number) {
        if (number == null) {
            return ABSENT;
        }
        if (number instanceof final Double real) {
            final double size = Math.abs(real);
            return String.format(Locale.ROOT, size >= 1_000 || size == 0 ? "%,.0f" : size >= 1 ? "%.2f" : "%.4g", real);
        }
        if (number instanceof final BigDecimal decimal) {
            return String.format(Locale.ROOT, "%,." + Math.max(0, decimal.scale()) + 'f', decimal);
        }
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** Returns a JSON object with all statistics; missing ones are null. */
    CharSequence json(final Measurement.Group figure) {
        row.begin();
        if (hasWindows) {
            row.name("window").append(String.valueOf(figure.windowNs()));
        }
        if (figure.isRest()) {
            row.put("group", (CharSequence) null).put("rest", true).put("groups", figure.groups());
        } else {
            row.beginObject("group");
            for (int i = 0; i < settings.by().size(); i++) {
                put(settings.by().get(i), figure.key().get(i));
            }
            row.endObject();
        }
        row.put("count", figure.count()).put("measured", figure.measured()).put("scaled", figure.isScaled())
                .put("perSecond", figure.perSecond());
        put("sum", figure.sum());
        put("mean", figure.mean());
        put("min", figure.least());
        put("max", figure.greatest());
        for (int i = 0; i < PERCENTILES.size(); i++) {
            put(PERCENTILES.get(i), percentile(figure, i));
        }
        put("precision", figure.precision());
        return row.put("lost", lost(figure)).put("elsewhere", figure.elsewhere()).end();
    }

    private @Nullable Long lost(final Measurement.Group figure) {
        return lossesKnown.getAsBoolean() ? figure.lost() : null;
    }

    private void put(final String name, final @Nullable Object value) {
        if (value instanceof final Long number) {
            row.put(name, (long) number);
        } else if (value instanceof final BigInteger number) {
            row.name(name).append(number);
        } else if (value instanceof final BigDecimal number) {
            row.name(name).append(number.toPlainString());
        } else if (value instanceof final Double number) {
            // Prints all digits. JSON has no infinity, so infinite values are null.
            row.name(name).append(Double.isInfinite(number) ? "null" : number.toString());
        } else if (value instanceof final Boolean truth) {
            row.put(name, (boolean) truth);
        } else if (value instanceof final UUID id) {
            row.put(name, id);
        } else {
            row.put(name, value == null ? null : value.toString());
        }
    }

    String csvHeading() {
        final List<String> names = new ArrayList<>();
        if (hasWindows) {
            names.add("window");
        }
        names.addAll(settings.by());
        names.addAll(List.of("rest", "count", "measured", "perSecond", "sum", "mean", "min", "max"));
        names.addAll(PERCENTILES);
        names.addAll(List.of("precision", "lost", "elsewhere"));
        return csv(names);
    }

    String csv(final Measurement.Group figure) {
        final List<@Nullable Object> cells = new ArrayList<>();
        if (hasWindows) {
            cells.add(figure.windowNs());
        }
        for (int i = 0; i < settings.by().size(); i++) {
            cells.add(figure.isRest() ? null : figure.key().get(i));
        }
        cells.add(figure.isRest());
        cells.add(figure.count());
        cells.add(figure.measured());
        cells.add(figure.perSecond());
        cells.add(figure.sum());
        cells.add(figure.mean());
        cells.add(figure.least());
        cells.add(figure.greatest());
        for (int i = 0; i < PERCENTILES.size(); i++) {
            cells.add(percentile(figure, i));
        }
        cells.add(figure.precision());
        cells.add(lost(figure));
        cells.add(figure.elsewhere());
        return csv(cells);
    }

    /** Returns a line of CSV, with every cell in quotes as in all CSV of this program. */
    private static String csv(final List<? extends @Nullable Object> cells) {
        return PlainText.cells(cells.stream().map(cell -> cell == null ? "" : text(cell)).toList(), ',');
    }
}
