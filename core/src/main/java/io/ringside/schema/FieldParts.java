package io.ringside.schema;

import io.ringside.RingsideException;
import org.jspecify.annotations.Nullable;

/** The mutable parts of a field while it is derived from another one. Not thread-safe. */
final class FieldParts {
    final String name;
    final FieldType type;
    final FieldGroup members;
    FieldSchema.Shape shape = FieldSchema.Shape.SCALAR;
    int fixedCount;
    @Nullable
    String countedBy;
    FieldSchema.LengthSource lengthSource = FieldSchema.LengthSource.TYPE;
    int fixedLength;
    @Nullable
    String sizedBy;
    OutType outType = OutType.DEFAULT;
    @Nullable
    String unit;
    int scale;
    @Nullable
    String scaleFrom;
    @Nullable
    ValueMap values;
    ValueMap.@Nullable Patterns patterns;
    int tags;
    FieldSchema.@Nullable Custom customSchema;
    String documentation = "";

    FieldParts(final String name, final FieldType type, final FieldGroup members) {
        this.name = name;
        this.type = type;
        this.members = members;
    }

    FieldParts(final FieldSchema field) {
        this(field, field.group());
    }

    FieldParts(final FieldSchema field, final FieldGroup newMembers) {
        this(field.name(), field.type(), newMembers);
        shape = field.shape();
        fixedCount = field.fixedCount();
        countedBy = field.countedBy();
        lengthSource = field.lengthSource();
        fixedLength = field.fixedLength();
        sizedBy = field.sizedBy();
        outType = field.outType();
        unit = field.unit();
        scale = field.scale();
        scaleFrom = field.scaleFrom();
        values = field.values();
        patterns = field.patterns();
        tags = field.tags();
        customSchema = field.customSchema();
        documentation = field.documentation();
    }

    void shape(final FieldSchema.Shape newShape) {
        shape = newShape;
        fixedCount = 0;
        countedBy = null;
    }

    /** Sets the source of the length; only values that otherwise have a length prefix may have another source. */
    void lengthSource(final FieldSchema.LengthSource newSource) {
        if (!type.isSizable()) {
            throw RingsideException.invalidArgument(
                    "only text and bytes with their length in front can have it from elsewhere: field="
                            + name + ", type=" + type);
        }
        lengthSource = newSource;
        fixedLength = 0;
        sizedBy = null;
    }
}
