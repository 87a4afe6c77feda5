package io.ringside.processor;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Parameter of an event.
 *
 * @param name     of the parameter.
 * @param javaType type as source text.
 * @param role     of the parameter.
 * @param field    of the parameter; null if it is not a field.
 */
record ParameterModel(String name, String javaType, Role role, @Nullable FieldModel field) {
    /** Role of a parameter. */
    enum Role {
        FIELD, ACTIVITY, RELATED, TIME, MESSAGE
    }

    boolean isField() {
        return role == Role.FIELD;
    }

    /** Returns whether it is neither a field nor part of a message, but an option outside the payload. */
    boolean isOption() {
        return role != Role.FIELD && role != Role.MESSAGE;
    }

    FieldModel fieldOrThrow() {
        return Objects.requireNonNull(field);
    }
}
