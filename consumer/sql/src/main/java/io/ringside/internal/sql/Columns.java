package io.ringside.internal.sql;

import io.ringside.internal.export.FieldEncoder;
import io.ringside.internal.export.FieldEncoder.Form;
import io.ringside.internal.export.FormatNames;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Columns of a table in two forms: as events are stored, one column for each value in the order of the payload, with
 * arrays as JSON; and as they are read, with structs and lists. The forms differ because DuckDB's appender supports no
 * unsigned numbers in lists, and no more than 2,048 structs. Not thread-safe.
 */
public final class Columns {
    private final List<ColumnType> stored = new ArrayList<>();
    private final List<String> selected = new ArrayList<>();
    private final List<String> names = new ArrayList<>();

    /** Adds a column that is read in its stored form. */
    Columns add(final ColumnType type, final String name) {
        return select(store(type), name);
    }

    /** Adds a column with a constant value. */
    Columns constant(final String value, final String name) {
        return select(literal(value), name);
    }

    /** Adds a computed column. */
    Columns select(final String expression, final String name) {
        selected.add(expression + " AS " + quoted(name));
        names.add(name);
        return this;
    }

    /** Adds the fields of an event: a field gets a prefix if it has the name of a common column. */
    Columns fields(final EventSchema schema) {
        if (schema.sbe() == null) {
            final List<String> texts = schema.fields().stream().map(FieldSchema::name).toList();
            final List<String> fields = FormatNames.distinct(
                    texts.stream().map(name -> FormatNames.besides(name, names, true)).toList(), texts, List.of(),
                    true);
            for (int i = 0; i < fields.size(); i++) {
                select(expression(schema.fields().get(i)), fields.get(i));
            }
        } else {
            add(ColumnType.TEXT, "message");
        }
        return this;
    }

    List<ColumnType> stored() {
        return stored;
    }

    /** {@return the definition of a table} */
    String definition() {
        final StringBuilder sql = new StringBuilder("(");
        for (int i = 0; i < stored.size(); i++) {
            sql.append(i == 0 ? "" : ", ").append(name(i)).append(' ').append(stored.get(i).sql());
        }
        return sql.append(')').toString();
    }

    /** {@return a query for all rows of a table with these columns} */
    String select(final String table) {
        return "SELECT " + String.join(", ", selected) + " FROM " + table;
    }

    private String store(final ColumnType type) {
        stored.add(type);
        return name(stored.size() - 1);
    }

    private static String name(final int index) {
        return "c" + index;
    }

    private String expression(final FieldSchema field) {
        if (ColumnType.isArray(field)) {
            final String json = store(ColumnType.TEXT);
            final String type = type(field, true);
            return type == null ? json : converted("CAST(CAST(" + json + " AS JSON) AS " + type + ")", field, true, 0);
        }
        if (FieldEncoder.form(field) != Form.STRUCT) {
            final String value = store(ColumnType.of(field));
            return ColumnType.isDecimal(field)
                    ? decimal(value, field)
                    : ColumnType.hasGivenScale(field) ? decimal(value) : value;
        }
        final List<String> texts = field.members().stream().map(FieldSchema::name).toList();
        final List<String> members = FormatNames.distinct(texts, texts, List.of(), true);
        return IntStream.range(0, members.size()).mapToObj(i -> quoted(members.get(i)) + " := "
                + expression(field.members().get(i))).collect(Collectors.joining(", ", "struct_pack(", ")"));
    }

    /** Returns the type of a value within JSON; null if names of members differ only in letter case. */
    private static @Nullable String type(final FieldSchema field, final boolean isArray) {
        if (isArray) {
            final String element = type(field, false);
            return element == null ? null : element + "[]";
        }
        if (FieldEncoder.form(field) != Form.STRUCT) {
            final ColumnType type = ColumnType.ofElement(field);
            return type == ColumnType.TIME ? ColumnType.INT64.sql() : type.sql();
        }
        final Set<String> names = new HashSet<>();
        final StringBuilder sql = new StringBuilder();
        for (final FieldSchema member : field.members()) {
            final String type = type(member, ColumnType.isArray(member));
            if (type == null || !names.add(member.name().toLowerCase(Locale.ROOT))) {
                return null;
            }
            sql.append(sql.isEmpty() ? "STRUCT(" : ", ").append(quoted(member.name())).append(' ').append(type);
        }
        return sql.append(')').toString();
    }

    /** Returns an expression for the decimal of an unscaled whole number, exact because it has as many digits. */
    private static String decimal(final String value, final FieldSchema field) {
        final int scale = field.scale();
        final int bits = field.type().length() * Byte.SIZE - (field.type().isUnsigned() ? 0 : 1);
        final int digits = BigInteger.ONE.shiftLeft(bits).toString().length();
        return "CAST(CAST(" + value + " AS DECIMAL(" + digits + ", 0)) * CAST(0." + "0".repeat(scale - 1)
                + "1 AS DECIMAL(" + scale + ", " + scale + ")) AS DECIMAL(" + Math.max(digits, scale) + ", " + scale
                + "))";
    }

    /**
     * Returns an expression for the decimal in a text, wide enough for 64 bits with any scale and thus exact. A number
     * without a scale has no decimal.
     */
    private static String decimal(final String text) {
        return "TRY_CAST(" + text + " AS DECIMAL(38, 18))";
    }

    /** Returns an expression that replaces the nanoseconds of times and the texts of decimals within JSON. */
    private static String converted(final String value, final FieldSchema field, final boolean isArray,
            final int depth) {
        if (!isConverted(field)) {
            return value;
        }
        if (isArray) {
            final String element = "x" + depth;
            return "list_transform(" + value + ", lambda " + element + ": "
                    + converted(element, field, false, depth + 1) + ")";
        }
        if (FieldEncoder.form(field) != Form.STRUCT) {
            return ColumnType.isDecimal(field)
                    ? decimal(value, field)
                    : ColumnType.hasGivenScale(field) ? decimal(value) : "make_timestamp_ns(" + value + ")";
        }
        return field.members().stream().map(member -> quoted(member.name()) + " := "
                + converted(value + '.' + quoted(member.name()), member, ColumnType.isArray(member), depth))
                .collect(Collectors.joining(", ", "struct_pack(", ")"));
    }

    private static boolean isConverted(final FieldSchema field) {
        return FieldEncoder.form(field) == Form.STRUCT
                ? field.members().stream().anyMatch(Columns::isConverted)
                : ColumnType.ofElement(field) == ColumnType.TIME || (field.isDecimal() && field.values() == null);
    }

    /** {@return a name in quotes} */
    public static String quoted(final String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /** {@return a text in quotes} */
    static String literal(final String text) {
        return '\'' + text.replace("'", "''") + '\'';
    }
}
