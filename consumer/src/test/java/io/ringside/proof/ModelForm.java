package io.ringside.proof;

/** The ways in which an event of the model is written. */
enum ModelForm {
    /** By the handle, of an event without fields. */
    NO_PAYLOAD,
    /** The same with options. */
    NO_PAYLOAD_WITH_OPTIONS,
    /** From one buffer. */
    BUFFER,
    /** The same with options. */
    BUFFER_WITH_OPTIONS,
    /** Gathered from blocks. */
    BLOCKS,
    /** The same with options. */
    BLOCKS_WITH_OPTIONS,
    /** In place. */
    CLAIM,
    /** The same with options. */
    CLAIM_WITH_OPTIONS,
    /** A text instead of an event. */
    STRING,
    /** The same with options. */
    STRING_WITH_OPTIONS;

    /** Whether sessions can be left out, and the event be private. */
    boolean hasOptions() {
        return switch (this) {
            case NO_PAYLOAD_WITH_OPTIONS, BUFFER_WITH_OPTIONS, BLOCKS_WITH_OPTIONS, CLAIM_WITH_OPTIONS,
                    STRING_WITH_OPTIONS ->
                true;
            default -> false;
        };
    }

    boolean isString() {
        return this == STRING || this == STRING_WITH_OPTIONS;
    }

    boolean isWithoutPayload() {
        return this == NO_PAYLOAD || this == NO_PAYLOAD_WITH_OPTIONS;
    }
}
