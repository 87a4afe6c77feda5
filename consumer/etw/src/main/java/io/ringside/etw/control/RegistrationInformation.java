package io.ringside.etw.control;

import io.ringside.RingsideException;
import io.ringside.provider.ProviderRegistration;
import io.ringside.schema.ProviderTraits;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** Setter of a registration's information by the number of its class, like EventSetInformation. Stateless. */
public final class RegistrationInformation {
    /** Tracking of binaries: not supported. */
    public static final int BINARY_TRACK_INFO = 0;
    /** Reserved: not supported. */
    public static final int RESERVED = 1;
    /** Traits of the provider, see {@link ProviderTraits}: once per registration. */
    public static final int SET_TRAITS = 2;
    /** Whether the types of data descriptors are used, one byte: 0 means no, any other value yes. */
    public static final int USE_DESCRIPTOR_TYPE = 3;

    private static final int BOOLEAN_LENGTH = 1;

    private RegistrationInformation() {}

    /**
     * Sets information of a registration.
     *
     * @param registration     registration to change
     * @param informationClass one of the constants
     * @param data             buffer with the information; null for none, which no class allows
     * @param offset           of its first byte
     * @param length           in bytes
     * @return the result
     */
    public static InformationStatus set(final ProviderRegistration registration, final int informationClass,
            final @Nullable DirectBuffer data, final int offset, final int length) {
        if (registration.status() == ProviderRegistration.Status.CLOSED) {
            return InformationStatus.INVALID_PARAMETER;
        }
        if (informationClass != SET_TRAITS && informationClass != USE_DESCRIPTOR_TYPE) {
            return InformationStatus.NOT_SUPPORTED;
        }
        final boolean isSet = data != null && (informationClass == SET_TRAITS
                ? setTraits(registration, data, offset, length)
                : useDescriptorType(registration, data, offset, length));
        return isSet ? InformationStatus.OK : InformationStatus.INVALID_PARAMETER;
    }

    private static boolean setTraits(final ProviderRegistration registration, final DirectBuffer data,
            final int offset, final int length) {
        final ProviderTraits traits;
        try {
            traits = ProviderTraits.parse(data, offset, length);
        } catch (final RingsideException e) {
            return false;
        }
        return registration.traits(traits);
    }

    private static boolean useDescriptorType(final ProviderRegistration registration, final DirectBuffer data,
            final int offset, final int length) {
        return length == BOOLEAN_LENGTH && offset >= 0 && offset <= data.capacity() - length
                && registration.useDescriptorTypes(data.getByte(offset) != 0);
    }
}
