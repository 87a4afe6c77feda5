package io.ringside.cli.session;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.option.Arguments;
import io.ringside.cli.option.KeywordMask;
import io.ringside.cli.option.ProviderSelector;
import io.ringside.cli.session.ProviderTarget.KnownProvider;
import io.ringside.control.EnableRequest;
import io.ringside.control.ProviderInfo;
import io.ringside.control.SessionProfile;
import io.ringside.event.EventLimits;
import io.ringside.event.Level;
import io.ringside.schema.EventSchema;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.Enablement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options for enablements of the typed providers; those of a profile have their own settings. */
final class EnablementOptions {
    @Option(names = "--level", paramLabel = "LEVEL", converter = Arguments.EventLevel.class, description = {
        "Least severe level to record: critical, error, warning, information, verbose, or 0 to 255 (default: 255, "
                + "all levels)."})
    private int level = Level.MAX;

    @Option(names = "--any", paramLabel = "MASK", description = {
        "Match-any keyword mask: an event needs at least one of these keywords, given as 0x6 or as names (default: "
                + "0, all events)."})
    private KeywordMask any = KeywordMask.NONE;

    @Option(names = "--all", paramLabel = "MASK", description = {
        "Match-all keyword mask: an event needs all of these keywords; ignored without --any (default: 0)."})
    private KeywordMask all = KeywordMask.NONE;

    @Option(names = "--source-id", paramLabel = "UUID", description = {
        "UUID that identifies the caller to the provider's callbacks (default: all zeros)."})
    private @Nullable UUID sourceId;

    @Mixin
    private FilterOptions filters = new FilterOptions();

    @Option(names = "--profile", paramLabel = "P", description = {
        "Also enable the providers of a saved profile, each as the profile says; all other options apply only to each "
                + "PROVIDER. P is a file, or the name of ~/.config/ringside/P.session (default: none)."})
    private @Nullable SessionProfile profile;

    @Nullable
    SessionProfile profile() {
        return profile;
    }

    /** Returns the typed process ids, which must belong to running processes. */
    List<Long> pidsNow() {
        return filters.pidsNow();
    }

    /**
     * Rejects contradictory options before anything is changed.
     *
     * @param providers as typed
     */
    void check(final List<ProviderSelector> providers) {
        filters.check();
        if (providers.isEmpty() && profile == null) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "no provider is named: give at least one PROVIDER, or a --profile, see --help");
        }
    }

    /**
     * Returns the enablements by provider. A name takes precedence over the wildcards that match it, and a typed option
     * over the profile.
     *
     * @param known     providers in the directory
     * @param providers as typed
     * @return at most one for each provider
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if a keyword is unknown,
     *                           {@link ErrorCode#INVALID_ARGUMENT} if a condition fits no event
     */
    List<Target> targets(final List<ProviderInfo> known, final List<ProviderSelector> providers) {
        final List<Wanted> wanted = wanted(providers);
        final Map<UUID, Target> targets = new LinkedHashMap<>();
        wanted.stream().filter(each -> !each.selector().isPattern()).forEach(each -> {
            final KnownProvider provider = KnownProvider.find(known, each.selector());
            targets.putIfAbsent(provider.id(), target(each, provider, false));
        });
        wanted.stream().filter(each -> each.selector().isPattern()).forEach(each -> known.stream()
                .filter(info -> fits(each.selector(), info) && !targets.containsKey(info.id()))
                .forEach(info -> targets.put(info.id(), matching(each, info))));
        return List.copyOf(targets.values());
    }

    /**
     * Returns the enablement for a provider that matches a wildcard, from the first wildcard that it matches.
     *
     * @throws RingsideException as {@link #targets}
     */
    Optional<Target> matching(final ProviderInfo info, final List<ProviderSelector> providers) {
        return wanted(providers).stream()
                .filter(each -> each.selector().isPattern() && fits(each.selector(), info)).findFirst()
                .map(each -> matching(each, info));
    }

    private Target matching(final Wanted wanted, final ProviderInfo info) {
        final KnownProvider provider = new KnownProvider(new ProviderSelector(info.id(), rowName(info)),
                Optional.of(info));
        return target(wanted, provider, true);
    }

    private Target target(final Wanted wanted, final KnownProvider provider, final boolean isFound) {
        final List<ProviderSchema> schemas = provider.info().map(ProviderInfo::schemas).orElse(List.of());
        return new Target(provider, request(wanted, provider), isFound,
                wanted.saved() == null ? filters.others(events(schemas)) : List.of());
    }

    private static List<EventSchema> events(final List<ProviderSchema> schemas) {
        return schemas.stream().flatMap(schema -> schema.events().stream()).toList();
    }

    /** Returns the wildcards, as typed or saved. */
    List<ProviderSelector> patterns(final List<ProviderSelector> providers) {
        return wanted(providers).stream().map(Wanted::selector).filter(ProviderSelector::isPattern).toList();
    }

    /** Returns the wildcards that no registered provider matches. */
    List<ProviderSelector> unmatched(final List<ProviderInfo> known, final List<ProviderSelector> providers) {
        return patterns(providers).stream().filter(each -> known.stream().noneMatch(info -> fits(each, info))).toList();
    }

    private List<Wanted> wanted(final List<ProviderSelector> providers) {
        final List<Wanted> wanted = new ArrayList<>();
        providers.forEach(provider -> wanted.add(new Wanted(provider, null)));
        if (profile != null) {
            profile.requests().forEach(request -> wanted.add(new Wanted(selector(request), request)));
        }
        return wanted;
    }

    private static ProviderSelector selector(final EnableRequest request) {
        final String name = request.providerName();
        return name == null ? new ProviderSelector(request.providerId(), null) : ProviderSelector.ofName(name);
    }

    /** {@return whether the pattern matches a registered provider} Others may be groups, or mistyped names. */
    static boolean fits(final ProviderSelector pattern, final ProviderInfo info) {
        return !info.schemas().isEmpty() && pattern.matches(info.id(), info.name());
    }

    /** Returns the name under which the provider is enabled; null if an enablement file cannot contain its name. */
    private static @Nullable String rowName(final ProviderInfo info) {
        final String name = info.name();
        return name.equals(info.id().toString()) || name.length() > EventLimits.PROVIDER_NAME_LENGTH_MAX
                || name.chars().anyMatch(Character::isISOControl) ? null : name;
    }

    private EnableRequest request(final Wanted wanted, final KnownProvider provider) {
        final EnableRequest saved = wanted.saved();
        final List<ProviderSchema> schemas = provider.info().map(ProviderInfo::schemas).orElse(List.of());
        final EnableRequest request;
        if (saved != null) {
            request = provider.request(saved.enablement()).from(saved.sourceId());
        } else {
            final EnableRequest typed = provider.request(Enablement.of(level, any.resolve(schemas),
                    all.resolve(schemas), filters.properties(), filters.filters())).from(sourceId);
            request = filters.pidsNow().isEmpty() ? typed : typed.withPidsNow(filters.pidsNow());
        }
        requirePossible(request.enablement(), schemas, provider.name());
        return request;
    }

    /** Rejects a condition that no event of the provider can meet: it would let either everything or nothing pass. */
    private static void requirePossible(final Enablement enablement, final List<ProviderSchema> schemas,
            final String provider) {
        final List<String> impossible = enablement.filters().impossible(events(schemas));
        if (!impossible.isEmpty()) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, String.join("; ", impossible)
                    + ": see ringside providers " + provider + " for its events and fields");
        }
    }

    /**
     * A provider or a pattern, and its requested enablement. Immutable.
     *
     * @param selector as typed or saved
     * @param saved    the enablement from a profile; null if the provider was typed
     */
    private record Wanted(ProviderSelector selector, @Nullable EnableRequest saved) {}

    /**
     * A provider and its enablement request. Immutable.
     *
     * @param provider provider to be enabled
     * @param request  complete request
     * @param isFound  whether the provider was found by a wildcard
     * @param others   names of events that are not recorded because they lack the fields of the conditions
     */
    record Target(KnownProvider provider, EnableRequest request, boolean isFound, List<String> others) {
        /** Reports which events lack the fields of the conditions. */
        void report(final CommandContext context) {
            if (!others.isEmpty()) {
                context.console().tell("events without the condition's fields are not recorded: provider="
                        + provider.name() + ", events=" + others + ": add --payload-keep-others to record them");
            }
        }
    }
}
