package io.ringside.event;

/**
 * Channels, a u8 that only affects event logs and never delivery. Channels below {@link #FIRST_OWN} are reserved;
 * others are stored unchanged.
 */
public final class Channel {
    /** No channel: the value of an event that is not intended for an event log. */
    public static final int NONE = 0;
    /** Marks a self-describing event. */
    public static final int SELF_DESCRIBING = 11;
    /** Marks an event with a schema whose provider has traits. */
    public static final int PROVIDER_WITH_TRAITS = 12;
    /** First channel that a provider may choose. */
    public static final int FIRST_OWN = 16;

    private Channel() {}
}
