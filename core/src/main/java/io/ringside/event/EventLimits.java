package io.ringside.event;

/**
 * Limits of the event model, each with its reason. Exceeding a limit is an error or a counted loss that names it;
 * nothing is truncated silently.
 */
public final class EventLimits {
    /** Maximum number of data descriptors of one write, as in ETW. */
    public static final int DATA_DESCRIPTORS_MAX = 128;

    /**
     * Maximum length of one event in bytes, with header and extended items: ETW's 64 KiB. An event may not take more
     * than a quarter of a lane either, since no record crosses a block.
     */
    public static final int EVENT_LENGTH_MAX = 64 * 1024;

    /** Maximum number of providers that one process registers, of all kinds together, as in ETW. */
    public static final int PROVIDERS_PER_PROCESS_MAX = 1_024;

    /** Maximum number of fields of a self-describing event, as in ETW. */
    public static final int SELF_DESCRIBING_FIELDS_MAX = 99;

    /**
     * Maximum number of self-describing events in the lifetime of a process, over all providers: each has its own file,
     * and half of the schemas that a record can distinguish are reserved for events declared by providers.
     */
    public static final int SELF_DESCRIBING_PER_PROCESS_MAX = 2_048;

    /** Maximum number of concurrent sessions: ETW's default, and the number of bits in an event's mask. */
    public static final int SESSIONS_MAX = Long.SIZE;

    /** Maximum number of concurrent private sessions of one process, as in ETW. */
    public static final int PRIVATE_SESSIONS_PER_PROCESS_MAX = 8;

    /** Maximum number of lanes, and so of concurrent writers, of a session in a process. Each has a ledger entry. */
    public static final int LANES_MAX = 1_024;

    /** Maximum length of a session's name in characters. */
    public static final int SESSION_NAME_LENGTH_MAX = 1_024;

    /** Maximum length in characters of the name by which a session enables a provider: 1,024. */
    public static final int PROVIDER_NAME_LENGTH_MAX = 1_024;

    /** Maximum number of opcodes that one provider defines. */
    public static final int OPCODES_MAX = 228;

    private EventLimits() {}
}
