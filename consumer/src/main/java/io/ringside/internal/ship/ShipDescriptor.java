package io.ringside.internal.ship;

/**
 * Field offsets of the records in which a recording is shipped, in bytes; all numbers are little endian. Stateless. The
 * page {@code docs/layout-shipping.md} shows the layout as a diagram.
 */
final class ShipDescriptor {
    /** First four bytes of every record: "RSSH". */
    static final int MAGIC = 0x4853_5352;
    /** Incremented with every change of an offset or a meaning. */
    static final int VERSION = 1;

    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = 4;
    static final int KIND_OFFSET = 8;
    static final int LENGTH_OFFSET = 12;
    static final int RECORDING_MOST_OFFSET = 16;
    static final int RECORDING_LEAST_OFFSET = 24;
    static final int SEQUENCE_OFFSET = 32;
    static final int FILE_OFFSET = 40;
    static final int PLACE_OFFSET = 48;
    static final int CHECKSUM_OFFSET = 56;
    static final int EVENTS_OFFSET = 64;
    static final int SESSION_OFFSET = 72;
    static final int WALL_OFFSET = 80;
    static final int CONTENT_OFFSET = 88;

    static final int KIND_EXCERPT = 1;
    static final int KIND_GAP = 2;
    static final int KIND_STATUS = 3;

    /** File number in a status before the first excerpt. */
    static final long NULL_FILE = -1;

    /** Offset in the content of a gap. */
    static final int GAP_LOST_OFFSET = 0;
    static final int GAP_LENGTH = 8;

    /** Offset in the content of a status. */
    static final int STATUS_RECORDED_OFFSET = 0;
    static final int STATUS_BYTES_OFFSET = 8;
    static final int STATUS_LOST_OFFSET = 16;
    static final int STATUS_DAMAGES_OFFSET = 24;
    static final int STATUS_BEGUN_OFFSET = 32;
    static final int STATUS_BEGUN_EVENTS_OFFSET = 40;
    static final int STATUS_SENDER_MOST_OFFSET = 48;
    static final int STATUS_SENDER_LEAST_OFFSET = 56;
    static final int STATUS_PARTITION_OFFSET = 64;
    static final int STATUS_ENDED_OFFSET = 68;
    static final int STATUS_HOST_LENGTH_OFFSET = 72;
    static final int STATUS_NAME_LENGTH_OFFSET = 76;
    static final int STATUS_TEXTS_OFFSET = 80;

    /** Maximum length of a text. */
    static final int MAX_TEXT_BYTES = 1024;

    private ShipDescriptor() {}
}
