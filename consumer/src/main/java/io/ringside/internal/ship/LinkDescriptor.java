package io.ringside.internal.ship;

/**
 * Field offsets of the messages between senders and receivers, in bytes; all numbers are little endian. Stateless. The
 * page {@code docs/layout-link.md} shows the layout as a diagram.
 */
final class LinkDescriptor {
    /** First four bytes of every message: "RSLK". */
    static final int MAGIC = 0x4B4C_5352;
    /** Incremented with every change of an offset or a meaning. */
    static final int VERSION = 1;

    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = 4;
    static final int KIND_OFFSET = 8;
    static final int LENGTH_OFFSET = 12;
    static final int ASKER_MOST_OFFSET = 16;
    static final int ASKER_LEAST_OFFSET = 24;
    static final int NUMBER_OFFSET = 32;
    static final int CONTENT_OFFSET = 40;

    static final int KIND_PROBE = 1;
    static final int KIND_ANSWER = 2;
    static final int KIND_REQUEST = 3;
    static final int KIND_ACKNOWLEDGEMENT = 4;

    /** Offset in the content of an answer. */
    static final int ANSWER_RECORDING_MOST_OFFSET = 0;
    static final int ANSWER_RECORDING_LEAST_OFFSET = 8;
    static final int ANSWER_BOOT_MOST_OFFSET = 16;
    static final int ANSWER_BOOT_LEAST_OFFSET = 24;
    static final int ANSWER_ARRIVED_OFFSET = 32;
    static final int ANSWER_LEFT_OFFSET = 40;
    static final int ANSWER_WALL_OFFSET = 48;
    static final int ANSWER_TEXTS_OFFSET = 56;

    /** Offset in the content of a request. */
    static final int REQUEST_WALL_OFFSET = 0;
    static final int REQUEST_TEXTS_OFFSET = 8;

    /** Offset in the content of an acknowledgement. */
    static final int ACKNOWLEDGEMENT_OUTCOME_OFFSET = 0;
    static final int ACKNOWLEDGEMENT_TEXTS_OFFSET = 4;

    /** Length of the number that precedes each text; the number of texts precedes all of them. */
    static final int TEXT_LENGTH_BYTES = 4;
    /** Maximum number of texts in a message. */
    static final int MAX_TEXTS = 64;
    /** Maximum length of a text. */
    static final int MAX_TEXT_BYTES = 1024;

    private LinkDescriptor() {}
}
