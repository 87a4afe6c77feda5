package io.ringside.internal.event;

/** Properties of an event in ETW's event header, a u16. Ringside's writers set none. Stateless. */
public final class EventProperty {
    /** No property, as set by writers. */
    public static final int NONE = 0;
    /** The payload is to be shown as XML. */
    public static final int XML = 0x1;
    /** The event was forwarded as XML. */
    public static final int FORWARDED_XML = 0x2;
    /** The event comes from the legacy event log. */
    public static final int LEGACY_EVENT_LOG = 0x4;
    /** The event may be written again into another trace. */
    public static final int RELOGGABLE = 0x8;

    private EventProperty() {}
}
