package io.ringside.processor;

import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import java.util.List;
import java.util.Objects;
import javax.lang.model.element.Element;

/**
 * Parameter, or component of a record, that is a field.
 *
 * @param name     of the parameter or component.
 * @param kind     of its type.
 * @param javaType type as source text.
 * @param schema   of the field.
 * @param members  of a record; else empty.
 * @param at       element at which problems are reported.
 */
record FieldModel(String name, FieldKind kind, String javaType, FieldSchema schema, List<FieldModel> members,
        Element at) {

    /** Returns the minimum length of a value in bytes. */
    long leastBytes() {
        if (kind == FieldKind.RECORD) {
            return members.stream().mapToLong(FieldModel::leastBytes).sum();
        }
        return kind.varies() ? Short.BYTES : bytes();
    }

    /** Returns the length in bytes of a value of constant length. */
    int bytes() {
        return schema.type().length();
    }

    /** Returns the name of the dictionary of interned texts. */
    String table() {
        return Objects.requireNonNull(schema.values()).name();
    }

    boolean isWideEnum() {
        return kind == FieldKind.ENUM && schema.type() == FieldType.UINT16;
    }
}
