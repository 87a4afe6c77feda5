package io.ringside.schema;

import java.io.Serial;

/** A schema is not sound, whether it was declared or decoded. The message says what is wrong where. */
public final class SchemaException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message what: name=value, name=value.
     */
    public SchemaException(final String message) {
        super(message);
    }
}
