package io.ringside.event;

/**
 * What a data descriptor points to, a u8 (R1.17). It counts only for a provider that declared it uses types or has
 * traits; for any other every descriptor is payload, whatever its type. Where it counts, what is not one of the types
 * here is payload too, and what is said by metadata is not kept with each event: schema and traits stand once, for all
 * events.
 */
public final class DataDescriptorType {
    /** Payload. */
    public static final int PAYLOAD = 0;
    /** The schema of a self-describing event. */
    public static final int EVENT_METADATA = 1;
    /** The traits of the provider. */
    public static final int PROVIDER_METADATA = 2;
    /**
     * The time of the event in place of the clock's: an i64, little endian, in ticks of the session's clock, which are
     * monotonic nanoseconds. Of several the last one counts.
     */
    public static final int TIMESTAMP_OVERRIDE = 3;

    private DataDescriptorType() {}
}
