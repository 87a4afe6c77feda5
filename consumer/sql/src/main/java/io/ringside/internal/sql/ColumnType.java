package io.ringside.internal.sql;

import io.ringside.internal.export.FieldEncoder;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.OutType;
import java.sql.SQLException;
import java.util.UUID;
import org.duckdb.DuckDBAppender;
import org.jspecify.annotations.Nullable;

/** Type of a column, with the way in which values are appended to it. Whole numbers are passed as longs. */
enum ColumnType {
    INT8("TINYINT"), INT16("SMALLINT"), INT32("INTEGER"), INT64("BIGINT"), UINT8("UTINYINT"), UINT16(
            "USMALLINT"), UINT32("UINTEGER"), UINT64("UBIGINT"), FLOAT(
                    "FLOAT"), DOUBLE("DOUBLE"), BOOLEAN("BOOLEAN"), TEXT("VARCHAR"), BYTES("BLOB"), ID("UUID"),
    /** Nanoseconds since 1970. */
    TIME("TIMESTAMP_NS");

    private final String sql;

    ColumnType(final String sql) {
        this.sql = sql;
    }

    /** {@return the type's name in SQL} */
    String sql() {
        return sql;
    }

    boolean isWhole() {
        return compareTo(UINT64) <= 0;
    }

    /** {@return the type of one value of a field that is not a struct; for a decimal, the type of its whole number} */
    static ColumnType of(final FieldSchema field) {
        if (isDecimal(field)) {
            return whole(field.type().length(), field.type().isUnsigned());
        }
        return switch (FieldEncoder.form(field)) {
            case SIGNED -> field.type() == FieldType.TIMESTAMP ? TIME : whole(field.type().length(), false);
            case UNSIGNED, HEX -> whole(field.type().length(), true);
            case FLOAT -> FLOAT;
            case DOUBLE -> DOUBLE;
            case BOOLEAN -> BOOLEAN;
            default -> ofText(field);
        };
    }

    /** {@return the type of one value within an array, which is JSON: texts in JSON remain texts} */
    static ColumnType ofElement(final FieldSchema field) {
        if (FieldEncoder.form(field) == FieldEncoder.Form.HEX) {
            return TEXT;
        }
        final ColumnType type = of(field);
        return type == BYTES ? TEXT : type;
    }

    private static ColumnType whole(final int length, final boolean unsigned) {
        return switch (length) {
            case Byte.BYTES -> unsigned ? UINT8 : INT8;
            case Short.BYTES -> unsigned ? UINT16 : INT16;
            case Integer.BYTES -> unsigned ? UINT32 : INT32;
            default -> unsigned ? UINT64 : INT64;
        };
    }

    private static ColumnType ofText(final FieldSchema field) {
        if (field.type() == FieldType.UUID || field.type() == FieldType.GUID) {
            return ID;
        }
        return field.type() == FieldType.BINARY && (field.outType() == OutType.DEFAULT
                || field.outType() == OutType.HEXBINARY || field.outType() == OutType.PKCS7) ? BYTES : TEXT;
    }

    /** {@return whether values are stored as whole numbers, and read as decimals} */
    static boolean isDecimal(final FieldSchema field) {
        return field.scale() != 0 && field.values() == null;
    }

    /** {@return whether values are stored as text and read as decimals, as another field gives each value's scale} */
    static boolean hasGivenScale(final FieldSchema field) {
        return field.scaleFrom() != null;
    }

    /** {@return whether a field is an array} */
    static boolean isArray(final FieldSchema field) {
        return field.shape() != FieldSchema.Shape.SCALAR;
    }

    void append(final DuckDBAppender row, final @Nullable Object value) throws SQLException {
        if (value == null) {
            row.appendNull();
            return;
        }
        switch (this) {
            case INT8, UINT8 -> row.append(((Long) value).byteValue());
            case INT16, UINT16 -> row.append(((Long) value).shortValue());
            case INT32, UINT32 -> row.append(((Long) value).intValue());
            case INT64, UINT64 -> row.append(((Long) value).longValue());
            case FLOAT -> row.append(((Float) value).floatValue());
            case DOUBLE -> row.append(((Double) value).doubleValue());
            case BOOLEAN -> row.append(((Boolean) value).booleanValue());
            case BYTES -> row.append((byte[]) value);
            case ID -> row.append((UUID) value);
            case TIME -> row.appendEpochNanos((Long) value);
            default -> row.append((String) value);
        }
    }
}
