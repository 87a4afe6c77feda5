package io.ringside.event;

/**
 * Channels, a u8 that matters to event logs only and never to delivery. Those below {@link #FIRST_OWN} are
 * reserved; any other is carried as it is.
 */
public final class Channel {
    /** No channel: what an event has unless an event log is to get it. */
    public static final int NONE = 0;
    /** Marks an event that describes itself. */
    public static final int SELF_DESCRIBING = 11;
    /** Marks an event with a schema whose provider has traits. */
    public static final int PROVIDER_WITH_TRAITS = 12;
    /** First channel that a provider may choose. */
    public static final int FIRST_OWN = 16;

    private Channel() {}
}
