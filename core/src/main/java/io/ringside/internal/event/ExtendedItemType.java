package io.ringside.internal.event;

/**
 * Types of the extended items that a Ringside record can have, with ETW's numbers, and the format of each. Numbers are
 * little-endian, ids are encoded as in {@link GuidEncoding}. Stateless.
 */
public final class ExtendedItemType {
    /** Id of the related activity, a GUID of 16 bytes: the event is part of a transfer. */
    public static final int RELATED_ACTIVITY_ID = 1;
    /** Instance of a classic event: its number and its parent's, two u32, and the parent's class, a GUID. */
    public static final int INSTANCE_INFO = 4;
    /** Stack of the writing thread. Unlike in ETW, UTF-8 text with a line for each frame, innermost first. */
    public static final int STACK_TRACE = 6;
    /** Key of the event, u64. */
    public static final int EVENT_KEY = 10;
    /** Schema of a self-describing event. Unlike in ETW, an encoded Ringside schema. */
    public static final int EVENT_SCHEMA = 11;
    /** Traits of the provider, as given by it. */
    public static final int PROVIDER_TRAITS = 12;
    /** Key of the writing process, u64. */
    public static final int PROCESS_START_KEY = 13;

    private ExtendedItemType() {}
}
