package io.ringside.processor;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A parameter of an event.
 *
 * @param name     of the parameter.
 * @param javaType as source text.
 * @param role     that it plays.
 * @param field    that it is; null if it is none.
 */
record ParameterModel(String name, String javaType, Role role, @Nullable FieldModel field) {
    /** The role of a parameter. */
    enum Role {
        FIELD, ACTIVITY, RELATED, TIME, MESSAGE
    }

    boolean isField() {
        return role == Role.FIELD;
    }

    /** Whether it is neither a field nor part of a message, but goes beside the payload. */
    boolean isOption() {
        return role != Role.FIELD && role != Role.MESSAGE;
    }

    FieldModel fieldOrThrow() {
        return Objects.requireNonNull(field);
    }
}
