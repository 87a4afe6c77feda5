package io.ringside.schema;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One field of an event, or one member of a struct: name, type, how many values, and optionally a unit and names for
 * its values. Immutable; the {@code with…} methods and those that make an array return another field.
 */
public final class FieldSchema {
    private final String name;
    private final FieldType type;
    private final FieldShape shape;
    private final int fixedCount;
    private final @Nullable String countedBy;
    private final @Nullable String unit;
    private final @Nullable ValueMap values;
    private final FieldGroup members;

    private FieldSchema(final Parts parts) {
        this.name = parts.name;
        this.type = parts.type;
        this.shape = parts.shape;
        this.fixedCount = parts.fixedCount;
        this.countedBy = parts.countedBy;
        this.unit = parts.unit;
        this.values = parts.values;
        this.members = parts.members;
    }

    /**
     * Makes a field with one value.
     *
     * @param name of the field, 1..255 characters without spaces.
     * @param type of its value, not {@link FieldType#STRUCT}.
     * @return the field.
     * @throws SchemaException if the name is not allowed, or the type needs members.
     */
    public static FieldSchema of(final String name, final FieldType type) {
        if (type == FieldType.STRUCT) {
            throw new SchemaException("a struct needs members: field=" + name);
        }
        return new FieldSchema(new Parts(SchemaName.checkIdentifier("field", name), type, FieldGroup.EMPTY));
    }

    /**
     * Makes a field with one struct.
     *
     * @param name    of the field.
     * @param members of the struct, at least one, in payload order.
     * @return the field.
     * @throws SchemaException if a name is not allowed, or the members do not fit together.
     */
    public static FieldSchema struct(final String name, final List<FieldSchema> members) {
        SchemaName.checkIdentifier("field", name);
        // Every value takes at least one byte: what bounds the work of reading a hostile payload.
        if (members.isEmpty()) {
            throw new SchemaException("a struct needs members: field=" + name);
        }
        return new FieldSchema(new Parts(name, FieldType.STRUCT, FieldGroup.of("struct " + name, members)));
    }

    /**
     * Makes a field with one struct.
     *
     * @param name    of the field.
     * @param members of the struct, at least one, in payload order.
     * @return the field.
     * @throws SchemaException if a name is not allowed, or the members do not fit together.
     */
    public static FieldSchema struct(final String name, final FieldSchema... members) {
        return struct(name, List.of(members));
    }

    /**
     * Makes an array of this field.
     *
     * @param count of its elements, 1..65,535.
     * @return an array whose count the schema says.
     * @throws SchemaException if the count is out of range.
     */
    public FieldSchema fixed(final int count) {
        if (count < 1 || count > SchemaLimits.FIXED_COUNT_MAX) {
            throw new SchemaException("count of array out of range: field=" + name + ", count=" + count
                    + ", min=1, max=" + SchemaLimits.FIXED_COUNT_MAX);
        }
        final Parts parts = new Parts(this);
        parts.shape(FieldShape.FIXED);
        parts.fixedCount = count;
        return new FieldSchema(parts);
    }

    /**
     * Makes an array of this field.
     *
     * @param counter name of an earlier whole number of the same event or struct.
     * @return an array whose count that field says.
     */
    public FieldSchema countedBy(final String counter) {
        final Parts parts = new Parts(this);
        parts.shape(FieldShape.COUNTED);
        parts.countedBy = counter;
        return new FieldSchema(parts);
    }

    /** {@return an array of this field whose count a u16 in front of it says} */
    public FieldSchema prefixed() {
        final Parts parts = new Parts(this);
        parts.shape(FieldShape.PREFIXED);
        return new FieldSchema(parts);
    }

    /**
     * Says in what the values are measured.
     *
     * @param newUnit such as {@code ns} or {@code bytes}, 1..255 characters.
     * @return a field with that unit.
     * @throws SchemaException if the unit is not allowed.
     */
    public FieldSchema withUnit(final String newUnit) {
        final Parts parts = new Parts(this);
        parts.unit = SchemaName.check("unit", newUnit);
        return new FieldSchema(parts);
    }

    /**
     * Gives names to values.
     *
     * @param newValues the names.
     * @return a field with them.
     * @throws SchemaException if this is no whole number.
     */
    public FieldSchema withValues(final ValueMap newValues) {
        if (!type.isInteger()) {
            throw new SchemaException(
                    "only whole numbers have named values: field=" + name + ", type=" + type + ", map="
                            + newValues.name());
        }
        final Parts parts = new Parts(this);
        parts.values = newValues;
        return new FieldSchema(parts);
    }

    /** {@return the name} */
    public String name() {
        return name;
    }

    /** {@return the type of each value} */
    public FieldType type() {
        return type;
    }

    /** {@return how many values there are, and what says so} */
    public FieldShape shape() {
        return shape;
    }

    /** {@return the number of elements if it is {@link FieldShape#FIXED}, else 0} */
    public int fixedCount() {
        return fixedCount;
    }

    /** {@return the name of the field that counts if it is {@link FieldShape#COUNTED}, else null} */
    public @Nullable String countedBy() {
        return countedBy;
    }

    /** {@return in what the values are measured; null if nobody said} */
    public @Nullable String unit() {
        return unit;
    }

    /** {@return the names of values; null if there are none} */
    public @Nullable ValueMap values() {
        return values;
    }

    /** {@return the members of a struct in payload order; empty for any other type} */
    public List<FieldSchema> members() {
        return members.fields();
    }

    @Override
    public boolean equals(final @Nullable Object other) {
        return other instanceof FieldSchema that
                && name.equals(that.name)
                && type == that.type
                && shape == that.shape
                && fixedCount == that.fixedCount
                && Objects.equals(countedBy, that.countedBy)
                && Objects.equals(unit, that.unit)
                && Objects.equals(values, that.values)
                && members().equals(that.members());
    }

    @Override
    public int hashCode() {
        return 31 * name.hashCode() + type.code();
    }

    @Override
    public String toString() {
        return "FieldSchema{name=" + name + ", type=" + type + ", shape=" + shape + '}';
    }

    FieldGroup group() {
        return members;
    }

    /** What a field is made of, while one is made from another. */
    private static final class Parts {
        private final String name;
        private final FieldType type;
        private final FieldGroup members;
        private FieldShape shape = FieldShape.SCALAR;
        private int fixedCount;
        private @Nullable String countedBy;
        private @Nullable String unit;
        private @Nullable ValueMap values;

        private Parts(final String name, final FieldType type, final FieldGroup members) {
            this.name = name;
            this.type = type;
            this.members = members;
        }

        private Parts(final FieldSchema field) {
            this(field.name, field.type, field.members);
            shape = field.shape;
            fixedCount = field.fixedCount;
            countedBy = field.countedBy;
            unit = field.unit;
            values = field.values;
        }

        private void shape(final FieldShape newShape) {
            shape = newShape;
            fixedCount = 0;
            countedBy = null;
        }
    }
}
