package io.ringside.cli.control;

import io.ringside.cli.argument.ProviderSelector;
import io.ringside.control.Controller;
import io.ringside.control.EnableRequest;
import io.ringside.control.ProviderInfo;
import io.ringside.internal.schema.NearestName;
import io.ringside.session.Enablement;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * What is known of the provider that was typed. Immutable.
 *
 * @param selector as typed
 * @param info     what the directory knows of it, if anything
 */
record KnownProvider(ProviderSelector selector, Optional<ProviderInfo> info) {
    /** Looks a provider up: by its id, or by a name that does not agree with its id. */
    static KnownProvider find(final Controller controller, final ProviderSelector selector) {
        final List<ProviderInfo> matching = controller.providers().stream()
                .filter(provider -> selector.matches(provider.id(), provider.name()))
                .toList();
        return new KnownProvider(selector, matching.stream()
                .filter(provider -> provider.id().equals(selector.id()))
                .findFirst()
                .or(() -> matching.stream().findFirst()));
    }

    /** Asks for the provider under the name that was typed. */
    EnableRequest request(final Enablement enablement) {
        final EnableRequest request = EnableRequest.of(id(), enablement);
        final String name = selector.name();
        return name == null ? request : request.named(name);
    }

    UUID id() {
        return info.map(ProviderInfo::id).orElse(selector.id());
    }

    /** For people: that no process has such a provider, and which was probably meant; empty if one has. */
    String hint(final Controller controller) {
        return info.filter(provider -> !provider.schemas().isEmpty()).isPresent()
                ? ""
                : ", no process has registered it yet" + NearestName.of(selector.toString(),
                        controller.providers().stream().filter(provider -> !provider.id().equals(id()))
                                .map(ProviderInfo::name).toList())
                        .map(near -> ", did you mean " + near + "?").orElse("");
    }

    String name() {
        return info.map(ProviderInfo::name).orElse(selector.toString());
    }
}
