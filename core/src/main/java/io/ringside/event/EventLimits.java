package io.ringside.event;

/**
 * The limits of the event model, each with its reason. A limit that is hit is an error or a counted loss which names
 * it; nothing is truncated silently.
 */
public final class EventLimits {
    /** Most data descriptors of one write, as in ETW. */
    public static final int DATA_DESCRIPTORS_MAX = 128;

    /**
     * Most bytes of one event, with header and extended items: ETW's 64 KiB. An event may not take more than a quarter
     * of a lane either, since no record crosses a block.
     */
    public static final int EVENT_LENGTH_MAX = 64 * 1024;

    /** Most providers that one process registers, of all kinds together: ETW's figure. */
    public static final int PROVIDERS_PER_PROCESS_MAX = 1_024;

    /** Most fields of an event that describes itself: ETW's figure. */
    public static final int SELF_DESCRIBING_FIELDS_MAX = 99;

    /**
     * Most events that describe themselves in the life of a process, of all providers together: each has a file of its
     * own, and half of the schemas that a record can distinguish stay for what providers declare.
     */
    public static final int SELF_DESCRIBING_PER_PROCESS_MAX = 2_048;

    /** Most sessions at a time: ETW's default, and the bits of the word that says which sessions want an event. */
    public static final int SESSIONS_MAX = Long.SIZE;

    /** Most private sessions of one process at a time: ETW's figure. */
    public static final int PRIVATE_SESSIONS_PER_PROCESS_MAX = 8;

    /** Most lanes of one session in one process: threads that write at a time. A ledger has an entry for each. */
    public static final int LANES_MAX = 1_024;

    /** Most characters of a session's name. */
    public static final int SESSION_NAME_LENGTH_MAX = 1_024;

    /** Most characters of the name under which a session enables a provider: 1,024. */
    public static final int PROVIDER_NAME_LENGTH_MAX = 1_024;

    /** Most opcodes that one provider defines. */
    public static final int OPCODES_MAX = 228;

    private EventLimits() {}
}
