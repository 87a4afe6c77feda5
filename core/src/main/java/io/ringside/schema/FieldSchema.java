package io.ringside.schema;

import io.ringside.RingsideException;
import io.ringside.internal.schema.SchemaLimits;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One field of an event, or one member of a struct: its name, type, number of values and their length, and optionally a
 * presentation: an out type, a unit, names of its values, and documentation. Immutable; the {@code with…} methods, and
 * those that create an array or set a length, return another field.
 */
public final class FieldSchema {
    /**
     * The meaning of a field's bytes in another system, such as one of its messages. Stored as given and not
     * interpreted. Immutable.
     */
    public static final class Custom {
        private final int protocol;
        private final byte[] bytes;

        private Custom(final int protocol, final byte[] bytes) {
            this.protocol = protocol;
            this.bytes = bytes;
        }

        /**
         * Creates a custom schema.
         *
         * @param protocol number agreed on by its users, 0..65,535.
         * @param bytes    of the schema, at most {@link SchemaLimits#CUSTOM_SCHEMA_LENGTH_MAX}; copied.
         * @return the custom schema.
         * @throws RingsideException if the number is out of range or there are too many bytes.
         */
        public static Custom of(final int protocol, final byte[] bytes) {
            if (protocol != (protocol & 0xFFFF) || bytes.length > SchemaLimits.CUSTOM_SCHEMA_LENGTH_MAX) {
                throw RingsideException
                        .invalidArgument("custom schema out of range: protocol=" + protocol + ", max=65535, length="
                                + bytes.length + ", max=" + SchemaLimits.CUSTOM_SCHEMA_LENGTH_MAX);
            }
            return new Custom(protocol, bytes.clone());
        }

        /** {@return the number agreed on by its users} */
        public int protocol() {
            return protocol;
        }

        /** {@return a copy of the bytes} */
        public byte[] toBytes() {
            return bytes.clone();
        }

        @Override
        public boolean equals(final @Nullable Object other) {
            return other instanceof Custom that && protocol == that.protocol && Arrays.equals(bytes, that.bytes);
        }

        @Override
        public int hashCode() {
            return 31 * protocol + Arrays.hashCode(bytes);
        }

        @Override
        public String toString() {
            return "Custom{protocol=" + protocol + ", length=" + bytes.length + '}';
        }
    }

    /** Number of values of a field, and its source. */
    public enum Shape {
        /** One value. */
        SCALAR(0),
        /** An array; the schema fixes the number of elements. */
        FIXED(1),
        /** An array; an earlier whole number of the same event or struct gives the number of elements. */
        COUNTED(2),
        /** An array; a u16 before it gives the number of elements. */
        PREFIXED(3);

        private static final Shape[] SHAPES = values();

        private final int code;

        Shape(final int code) {
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
        public static @Nullable Shape ofCode(final int code) {
            return code >= 0 && code < SHAPES.length ? SHAPES[code] : null;
        }
    }

    /** Source of the length of a field's values. */
    public enum LengthSource {
        /** The type: all its values have the same length, or contain their length. */
        TYPE,
        /** The schema. */
        FIXED,
        /** An earlier whole number of the same event or struct. */
        FIELD
    }

    private final String name;
    private final FieldType type;
    private final Shape shape;
    private final int fixedCount;
    private final @Nullable String countedBy;
    private final LengthSource lengthSource;
    private final int fixedLength;
    private final @Nullable String sizedBy;
    private final OutType outType;
    private final @Nullable String unit;
    private final int scale;
    private final @Nullable String scaleFrom;
    private final @Nullable ValueMap values;
    private final ValueMap.@Nullable Patterns patterns;
    private final int tags;
    private final @Nullable Custom customSchema;
    private final String documentation;
    private final FieldGroup members;

    private FieldSchema(final FieldParts parts) {
        this.name = parts.name;
        this.type = parts.type;
        this.shape = parts.shape;
        this.fixedCount = parts.fixedCount;
        this.countedBy = parts.countedBy;
        this.lengthSource = parts.lengthSource;
        this.fixedLength = parts.fixedLength;
        this.sizedBy = parts.sizedBy;
        this.outType = parts.outType;
        this.unit = parts.unit;
        this.scale = parts.scale;
        this.scaleFrom = parts.scaleFrom;
        this.values = parts.values;
        this.patterns = parts.patterns;
        this.tags = parts.tags;
        this.customSchema = parts.customSchema;
        this.documentation = parts.documentation;
        this.members = parts.members;
    }

    /**
     * Creates a field with one value.
     *
     * @param name of the field, 1..255 characters without spaces.
     * @param type of its value, not {@link FieldType#STRUCT}.
     * @return the field.
     * @throws RingsideException if the name is not allowed, or the type needs members.
     */
    public static FieldSchema of(final String name, final FieldType type) {
        if (type == FieldType.STRUCT) {
            throw RingsideException.invalidArgument("a struct needs members: field=" + name);
        }
        return new FieldSchema(new FieldParts(SchemaName.checkIdentifier("field", name), type, FieldGroup.EMPTY));
    }

    /**
     * Creates a field with one struct.
     *
     * @param name    of the field.
     * @param members of the struct, at least one, in payload order.
     * @return the field.
     * @throws RingsideException if a name is not allowed, or the members do not fit together.
     */
    public static FieldSchema struct(final String name, final List<FieldSchema> members) {
        SchemaName.checkIdentifier("field", name);
        // Every value has at least one byte, which bounds the work of reading a malicious payload.
        if (members.stream().allMatch(FieldSchema::isEmpty)) {
            throw RingsideException.invalidArgument("a struct needs members: field=" + name);
        }
        return new FieldSchema(new FieldParts(name, FieldType.STRUCT, FieldGroup.of("struct " + name, members)));
    }

    /**
     * Creates a field with one struct.
     *
     * @param name    of the field.
     * @param members of the struct, at least one, in payload order.
     * @return the field.
     * @throws RingsideException if a name is not allowed, or the members do not fit together.
     */
    public static FieldSchema struct(final String name, final FieldSchema... members) {
        return struct(name, List.of(members));
    }

    /**
     * Returns an array of this field with a fixed number of elements.
     *
     * @param count of its elements, 1..65,535.
     * @return an array whose number of elements is part of the schema.
     * @throws RingsideException if the count is out of range.
     */
    public FieldSchema fixed(final int count) {
        if (count < 1 || count > SchemaLimits.FIXED_COUNT_MAX) {
            throw RingsideException.invalidArgument("count of array out of range: field=" + name + ", count=" + count
                    + ", min=1, max=" + SchemaLimits.FIXED_COUNT_MAX);
        }
        final FieldParts parts = new FieldParts(this);
        parts.shape(Shape.FIXED);
        checkEmpty(name, parts);
        parts.fixedCount = count;
        return new FieldSchema(parts);
    }

    /**
     * Returns an array of this field whose number of elements another field gives.
     *
     * @param counter name of an earlier whole number of the same event or struct.
     * @return an array whose number of elements is the value of that field.
     */
    public FieldSchema countedBy(final String counter) {
        final FieldParts parts = new FieldParts(this);
        parts.shape(Shape.COUNTED);
        checkEmpty(name, parts);
        parts.countedBy = counter;
        return new FieldSchema(parts);
    }

    /** {@return an array of this field whose number of elements is given by a u16 before it} */
    public FieldSchema prefixed() {
        final FieldParts parts = new FieldParts(this);
        parts.shape(Shape.PREFIXED);
        checkEmpty(name, parts);
        return new FieldSchema(parts);
    }

    /**
     * Fixes the length of the value, instead of a u16 before it: {@link FieldType#STRING} and {@link FieldType#BINARY}
     * in bytes, {@link FieldType#WIDE_STRING} in units of two bytes. Text ends at its first zero, or else at that
     * length. Bytes that are shown as {@link OutType#IPV6} have length 16 if this length is 0.
     *
     * @param length 0..65,535; 0 only if this is not an array.
     * @return a field of that length.
     * @throws RingsideException if the length is out of range, or values of the type have no length prefix.
     */
    public FieldSchema sized(final int length) {
        if (length < 0 || length > SchemaLimits.FIXED_LENGTH_MAX) {
            throw RingsideException.invalidArgument("length of value out of range: field=" + name + ", length=" + length
                    + ", min=0, max=" + SchemaLimits.FIXED_LENGTH_MAX);
        }
        final FieldParts parts = new FieldParts(this);
        parts.lengthSource(LengthSource.FIXED);
        parts.fixedLength = length;
        checkEmpty(name, parts);
        return new FieldSchema(parts);
    }

    /**
     * Makes another field give the length of each value, in the same units as {@link #sized}.
     *
     * @param sizer name of an earlier whole number of the same event or struct.
     * @return a field whose length is the value of that field.
     * @throws RingsideException if values of the type have no length prefix.
     */
    public FieldSchema sizedBy(final String sizer) {
        final FieldParts parts = new FieldParts(this);
        parts.lengthSource(LengthSource.FIELD);
        parts.sizedBy = sizer;
        return new FieldSchema(parts);
    }

    /**
     * Sets the preferred form of the values. Values with names are shown by their names nevertheless.
     *
     * @param newOutType that fits the type.
     * @return a field with that out type.
     * @throws RingsideException if it does not fit the type.
     */
    public FieldSchema withOutType(final OutType newOutType) {
        if (!newOutType.fits(type)) {
            throw RingsideException.invalidArgument("out type does not fit the type: field=" + name + ", type=" + type
                    + ", outType=" + newOutType);
        }
        if (isDecimal() && newOutType != OutType.DEFAULT) {
            throw RingsideException
                    .invalidArgument("decimals have no out type: field=" + name + ", outType=" + newOutType);
        }
        final FieldParts parts = new FieldParts(this);
        parts.outType = newOutType;
        return new FieldSchema(parts);
    }

    /**
     * Sets the unit of the values.
     *
     * @param newUnit such as {@code ns} or {@code bytes}, 1..255 characters.
     * @return a field with that unit.
     * @throws RingsideException if the unit is not allowed.
     */
    public FieldSchema withUnit(final String newUnit) {
        final FieldParts parts = new FieldParts(this);
        parts.unit = SchemaName.check("unit", newUnit);
        return new FieldSchema(parts);
    }

    /**
     * Makes the values decimals: the whole number {@code n} of a payload represents n / 10<sup>scale</sup>, so that
     * 5853300 with a scale of 4 is 585.3300. Readers show such values, and conditions compare them, exactly.
     *
     * @param newScale digits after the decimal point, 0..18; 0 for whole numbers.
     * @return a field with that scale.
     * @throws RingsideException if the scale is out of range, or this is not a whole number shown as one.
     */
    public FieldSchema withScale(final int newScale) {
        if (newScale < 0 || newScale > SchemaLimits.SCALE_MAX) {
            throw RingsideException
                    .invalidArgument("scale out of range: field=" + name + ", scale=" + newScale + ", min=0, max="
                            + SchemaLimits.SCALE_MAX);
        }
        if (newScale != 0 && (!type.isInteger() || type.isHex() || outType != OutType.DEFAULT
                || (values != null && (values.isBits() || values.isPublished())))) {
            throw RingsideException.invalidArgument(
                    "only whole numbers that are no bits, have no published names and no out type can "
                            + "be decimals: field=" + name + ", type=" + type + ", outType=" + outType + ", scale="
                            + newScale);
        }
        final FieldParts parts = new FieldParts(this);
        parts.scale = newScale;
        parts.scaleFrom = null;
        return new FieldSchema(parts);
    }

    /**
     * Makes the values decimals, as {@link #withScale} does, with a scale from another field: the value of that field,
     * 0..18. If that field has published names ({@link ValueMap#published}), as it may denote an instrument, the scale
     * is the one that the provider has published for the value with {@code publishScale} of its registration. A number
     * whose scale is out of range or not published has no decimal value: readers mark it, and no condition holds for
     * it.
     *
     * @param scaleField name of an earlier whole number of the same event or struct.
     * @return a field with that scale.
     * @throws RingsideException if this is not a whole number that is shown as one, or has names.
     */
    public FieldSchema withScaleFrom(final String scaleField) {
        if (!type.isInteger() || type.isHex() || outType != OutType.DEFAULT || values != null) {
            throw RingsideException
                    .invalidArgument("only whole numbers that have no names and no out type can have their scale from "
                            + "another field: field=" + name + ", type=" + type + ", outType=" + outType
                            + ", scaleFrom="
                            + scaleField);
        }
        final FieldParts parts = new FieldParts(this);
        parts.scale = 0;
        parts.scaleFrom = SchemaName.checkIdentifier("field", scaleField);
        return new FieldSchema(parts);
    }

    /**
     * Sets names of values.
     *
     * @param newValues names of values.
     * @return a field with these names.
     * @throws RingsideException if this is not a whole number.
     */
    public FieldSchema withValues(final ValueMap newValues) {
        if (!type.isInteger()) {
            throw RingsideException.invalidArgument(
                    "only whole numbers have named values: field=" + name + ", type=" + type + ", map="
                            + newValues.name());
        }
        if (scaleFrom != null) {
            throw RingsideException
                    .invalidArgument("decimals whose scale another field gives have no names: field=" + name
                            + ", scaleFrom=" + scaleFrom + ", map=" + newValues.name());
        }
        if (scale != 0 && (newValues.isBits() || newValues.isPublished())) {
            throw RingsideException
                    .invalidArgument("decimals have no bits and no published names: field=" + name + ", scale=" + scale
                            + ", map=" + newValues.name());
        }
        final FieldParts parts = new FieldParts(this);
        parts.values = newValues;
        return new FieldSchema(parts);
    }

    /**
     * Sets names of texts.
     *
     * @param newPatterns patterns and their names.
     * @return a field with these patterns.
     * @throws RingsideException if this is not a text.
     */
    public FieldSchema withPatterns(final ValueMap.Patterns newPatterns) {
        if (!type.isText()) {
            throw RingsideException
                    .invalidArgument("only text has patterns: field=" + name + ", type=" + type + ", map="
                            + newPatterns.name());
        }
        final FieldParts parts = new FieldParts(this);
        parts.patterns = newPatterns;
        return new FieldSchema(parts);
    }

    /**
     * Sets tags, for readers that know their meaning.
     *
     * @param newTags 0..2<sup>28</sup>-1; 0 for none.
     * @return a field with these tags.
     * @throws RingsideException if they are out of range.
     */
    public FieldSchema withTags(final int newTags) {
        if (newTags < 0 || newTags > SchemaLimits.TAGS_MAX) {
            throw RingsideException
                    .invalidArgument("tags out of range: field=" + name + ", tags=" + newTags + ", min=0, max="
                            + SchemaLimits.TAGS_MAX);
        }
        final FieldParts parts = new FieldParts(this);
        parts.tags = newTags;
        return new FieldSchema(parts);
    }

    /**
     * Sets the meaning of the bytes in another system.
     *
     * @param newSchema schema, stored for readers.
     * @return a field with that schema.
     * @throws RingsideException if the type is not {@link FieldType#BINARY}.
     */
    public FieldSchema withCustomSchema(final Custom newSchema) {
        if (type != FieldType.BINARY) {
            throw RingsideException
                    .invalidArgument("only bytes have a custom schema: field=" + name + ", type=" + type);
        }
        final FieldParts parts = new FieldParts(this);
        parts.customSchema = newSchema;
        return new FieldSchema(parts);
    }

    /**
     * Sets the documentation of the field.
     *
     * @param text for users, at most 4,096 characters; empty for none.
     * @return a field with that documentation.
     * @throws RingsideException if the text is too long.
     */
    public FieldSchema withDocumentation(final String text) {
        final FieldParts parts = new FieldParts(this);
        parts.documentation = SchemaName.checkText("field " + name, text, SchemaLimits.DOCUMENTATION_LENGTH_MAX);
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

    /** {@return the number of values, and its source} */
    public Shape shape() {
        return shape;
    }

    /** {@return the number of elements if it is {@link Shape#FIXED}, else 0} */
    public int fixedCount() {
        return fixedCount;
    }

    /** {@return the name of the counting field if it is {@link Shape#COUNTED}, else null} */
    public @Nullable String countedBy() {
        return countedBy;
    }

    /** {@return the source of the length of a value} */
    public LengthSource lengthSource() {
        return lengthSource;
    }

    /** {@return the length of a value if the schema fixes it ({@link #sized}), else 0} */
    public int fixedLength() {
        return fixedLength;
    }

    /** {@return the name of the field that gives the length of a value; null if none does} */
    public @Nullable String sizedBy() {
        return sizedBy;
    }

    /**
     * Returns the length in bytes of a value whose length is given by the schema or another field.
     *
     * @param length in the units of {@link #sized}, at least 0 and below 2<sup>32</sup>.
     * @return length of the value in bytes.
     */
    public long bytesOf(final long length) {
        if (length == 0 && outType == OutType.IPV6) {
            return 2L * Long.BYTES;
        }
        return type.isWide() ? length * Character.BYTES : length;
    }

    /** {@return the preferred form of the values} */
    public OutType outType() {
        return outType;
    }

    /** {@return the unit of the values; null if they have none} */
    public @Nullable String unit() {
        return unit;
    }

    /** {@return digits after the decimal point of values, 0..18; 0 if they are whole, no numbers, or vary in scale} */
    public int scale() {
        return scale;
    }

    /** {@return the field that gives the scale of the values ({@link #withScaleFrom}); null if none does} */
    public @Nullable String scaleFrom() {
        return scaleFrom;
    }

    /** {@return true if the values are decimals, with a fixed scale or one that another field gives} */
    public boolean isDecimal() {
        return scale != 0 || scaleFrom != null;
    }

    /** {@return the names of values; null if there are none} */
    public @Nullable ValueMap values() {
        return values;
    }

    /** {@return the names of texts; null if there are none} */
    public ValueMap.@Nullable Patterns patterns() {
        return patterns;
    }

    /** {@return the tags, 28 bits; 0 if there are none} */
    public int tags() {
        return tags;
    }

    /** {@return the schema of the bytes for other tools; null if there is none} */
    public @Nullable Custom customSchema() {
        return customSchema;
    }

    /** {@return the description; empty if it has none} */
    public String documentation() {
        return documentation;
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
                && lengthSource == that.lengthSource
                && fixedLength == that.fixedLength
                && Objects.equals(sizedBy, that.sizedBy)
                && looksLike(that)
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

    /** Returns whether the field, or a member, has published names. */
    boolean hasPublishedNames() {
        return (values != null && values.isPublished()) || members.hasPublishedNames();
    }

    /** Returns the same field with published names for it and its members. */
    FieldSchema withNames(final PublishedNames names, final PublishedNames.AsOf asOf) {
        if (!hasPublishedNames()) {
            return this;
        }
        final FieldParts parts = new FieldParts(this, members.withNames("struct " + name, names, asOf));
        parts.values = values == null || !values.isPublished() ? values : values.withNames(names, asOf);
        return new FieldSchema(parts);
    }

    /** Returns whether it is empty in every payload. */
    private boolean isEmpty() {
        return lengthSource == LengthSource.FIXED && bytesOf(fixedLength) == 0;
    }

    private boolean looksLike(final FieldSchema that) {
        return outType == that.outType
                && Objects.equals(unit, that.unit)
                && scale == that.scale
                && Objects.equals(scaleFrom, that.scaleFrom)
                && Objects.equals(values, that.values)
                && Objects.equals(patterns, that.patterns)
                && tags == that.tags
                && Objects.equals(customSchema, that.customSchema)
                && documentation.equals(that.documentation);
    }

    /** Refuses arrays of empty values, for which a count could demand unlimited work. */
    private static void checkEmpty(final String name, final FieldParts parts) {
        if (parts.shape != Shape.SCALAR && parts.lengthSource == LengthSource.FIXED && parts.fixedLength == 0) {
            throw RingsideException
                    .invalidArgument("array elements need at least one byte: field=" + name + ", length=0");
        }
    }
}
