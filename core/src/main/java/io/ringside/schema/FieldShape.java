package io.ringside.schema;

import org.jspecify.annotations.Nullable;

/** Number of values that a field has, and what says so. */
public enum FieldShape {
    /** One value. */
    SCALAR(0),
    /** An array; the schema says how many. */
    FIXED(1),
    /** An array; an earlier whole number of the same event or struct says how many. */
    COUNTED(2),
    /** An array; a u16 in front of it says how many. */
    PREFIXED(3);

    private static final FieldShape[] SHAPES = values();

    private final int code;

    FieldShape(final int code) {
        this.code = code;
    }

    /** {@return the number of this shape in an encoded schema; it never changes} */
    public int code() {
        return code;
    }

    /**
     * Finds a shape by its number.
     *
     * @param code any number.
     * @return the shape; null if there is none.
     */
    public static @Nullable FieldShape ofCode(final int code) {
        return code >= 0 && code < SHAPES.length ? SHAPES[code] : null;
    }
}
