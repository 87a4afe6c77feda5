package io.ringside.provider;

import io.ringside.internal.agent.RegisteredProvider;
import io.ringside.provider.ProblemLog.Kind;
import io.ringside.schema.ProviderTraits;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The information that is set for a registration in addition to its events. Thread-safe. */
final class ProviderInformation {
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

    boolean set(final ProviderTraits newTraits) {
        if (!traits.compareAndSet(null, newTraits)) {
            return false;
        }
        provider.state().useDescriptorTypes(true);
        ringside.run(Kind.TRAITS, thread -> thread.agent().traits(provider, newTraits));
        return true;
    }

    void useDescriptorTypes(final boolean count) {
        // With traits, the types are in effect regardless of this setting.
        provider.state().useDescriptorTypes(count || traits.get() != null);
    }
}
