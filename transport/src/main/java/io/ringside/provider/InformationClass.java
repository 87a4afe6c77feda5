package io.ringside.provider;

/** The classes of information that {@link ProviderRegistration#setInformation} can set, with ETW's numbers. */
public final class InformationClass {
    /** Tracking of binaries: not supported. */
    public static final int BINARY_TRACK_INFO = 0;
    /** Reserved: not supported. */
    public static final int RESERVED = 1;
    /** The traits of the provider, see {@link io.ringside.schema.ProviderTraits}: once per registration. */
    public static final int SET_TRAITS = 2;
    /** Whether the types of data descriptors count, one byte: 0 is no, anything else yes. */
    public static final int USE_DESCRIPTOR_TYPE = 3;

    private InformationClass() {}
}
