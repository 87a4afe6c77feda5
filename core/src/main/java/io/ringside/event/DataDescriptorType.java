package io.ringside.event;

/**
 * What a data descriptor points to, a u8 (R1.17). It counts only for a provider that declared it uses types or has
 * traits; for any other every descriptor is payload, whatever its type.
 */
public final class DataDescriptorType {
    /** Payload. */
    public static final int PAYLOAD = 0;
    /** The schema of a self-describing event. */
    public static final int EVENT_METADATA = 1;
    /** The traits of the provider. */
    public static final int PROVIDER_METADATA = 2;
    /** A timestamp in place of the clock's. */
    public static final int TIMESTAMP_OVERRIDE = 3;

    private DataDescriptorType() {}
}
