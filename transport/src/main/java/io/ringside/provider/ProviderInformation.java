package io.ringside.provider;

import io.ringside.RingsideException;
import io.ringside.internal.agent.RegisteredProvider;
import io.ringside.provider.ProblemLog.Kind;
import io.ringside.schema.ProviderTraits;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** The information that is set for a registration beside its events. Thread-safe. */
final class ProviderInformation {
    private static final int BOOLEAN_LENGTH = 1;

    private final Ringside ringside;
    private final RegisteredProvider provider;
    private final AtomicReference<@Nullable ProviderTraits> traits;

    ProviderInformation(final Ringside ringside, final RegisteredProvider provider) {
        this.ringside = ringside;
        this.provider = provider;
        this.traits = new AtomicReference<>(provider.schema().traits());
        if (traits.get() != null) {
            provider.state().useDescriptorTypes(true);
        }
    }

    @Nullable
    ProviderTraits traits() {
        return traits.get();
    }

    InformationStatus set(final int informationClass, final @Nullable DirectBuffer data, final int offset,
            final int length) {
        return switch (informationClass) {
            case InformationClass.SET_TRAITS -> setTraits(data, offset, length);
            case InformationClass.USE_DESCRIPTOR_TYPE -> useDescriptorType(data, offset, length);
            default -> InformationStatus.NOT_SUPPORTED;
        };
    }

    InformationStatus set(final ProviderTraits newTraits) {
        if (!traits.compareAndSet(null, newTraits)) {
            return InformationStatus.INVALID_PARAMETER;
        }
        provider.state().useDescriptorTypes(true);
        ringside.run(Kind.TRAITS, thread -> thread.agent().traits(provider, newTraits));
        return InformationStatus.OK;
    }

    private InformationStatus setTraits(final @Nullable DirectBuffer data, final int offset, final int length) {
        if (data == null) {
            return InformationStatus.INVALID_PARAMETER;
        }
        final ProviderTraits parsed;
        try {
            parsed = ProviderTraits.parse(data, offset, length);
        } catch (final RingsideException e) {
            return InformationStatus.INVALID_PARAMETER;
        }
        return set(parsed);
    }

    private InformationStatus useDescriptorType(final @Nullable DirectBuffer data, final int offset,
            final int length) {
        if (data == null || length != BOOLEAN_LENGTH || offset < 0 || offset > data.capacity() - length) {
            return InformationStatus.INVALID_PARAMETER;
        }
        // Traits make types count whatever is said here.
        provider.state().useDescriptorTypes(data.getByte(offset) != 0 || traits.get() != null);
        return InformationStatus.OK;
    }
}
