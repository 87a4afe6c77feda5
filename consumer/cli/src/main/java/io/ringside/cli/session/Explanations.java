package io.ringside.cli.session;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.control.ProviderInfo;
import io.ringside.event.EventDescriptor;
import io.ringside.filter.ProcessFilter;
import io.ringside.schema.EventSchema;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.Enablement;
import io.ringside.session.EnablementInfo;
import io.ringside.session.ProcessInfo;
import io.ringside.session.SessionInfo;
import io.ringside.text.JsonRow;
import io.ringside.text.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;

/** Explains for each session whether and why it wants an event. Stateless. */
final class Explanations {
    private Explanations() {}

    /**
     * Returns the explanations for an event.
     *
     * @param sessions  sessions in the directory
     * @param providers selected providers, with their enablements by these sessions
     * @param event     name or id of the event
     * @return one explanation for each session and each version of the event
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if the providers have no such event
     */
    static List<Explanation> of(final List<SessionInfo> sessions, final List<ProviderInfo> providers,
            final String event) {
        final List<Explanation> explanations = new ArrayList<>();
        boolean found = false;
        for (final ProviderInfo provider : providers) {
            for (final ProviderSchema schema : provider.schemas()) {
                for (final EventSchema candidate : schema.events()) {
                    if (isMeant(candidate, event)) {
                        found = true;
                        final List<ProcessFilter.Facts> processes = provider.processes().stream()
                                .map(ProcessInfo::facts).toList();
                        sessions.forEach(session -> explanations
                                .add(explain(session, provider, schema, candidate, processes)));
                    }
                }
            }
        }
        if (!found) {
            throw unknown(providers, event);
        }
        return explanations.stream().distinct().toList();
    }

    private static boolean isMeant(final EventSchema candidate, final String event) {
        return candidate.name().equals(event) || Integer.toString(candidate.descriptor().id()).equals(event);
    }

    private static Explanation explain(final SessionInfo session, final ProviderInfo provider,
            final ProviderSchema schema,
            final EventSchema event, final List<ProcessFilter.Facts> processes) {
        final Optional<Enablement> enablement = session.isRunning()
                ? provider.enabledBy().stream()
                        .filter(each -> each.sessionId() == session.id() && reaches(each, schema))
                        .findFirst().map(EnablementInfo::enablement)
                : Optional.empty();
        final UUID privateTo = session.settings().privateTo();
        return new Explanation(session.name(), schema.name(), event.name(), event.descriptor(),
                privateTo != null
                        ? Decision.explainPrivate(enablement.orElse(null), event, processes, privateTo)
                        : Decision.explain(enablement.orElse(null), event, processes));
    }

    /** Whether an enablement applies to a version of a schema; versions may belong to different groups. */
    private static boolean reaches(final EnablementInfo enablement, final ProviderSchema schema) {
        return !enablement.isOfGroup() || enablement.providerId().equals(schema.groupId());
    }

    private static RingsideException unknown(final List<ProviderInfo> providers, final String event) {
        final TreeSet<String> known = providers.stream().flatMap(provider -> provider.schemas().stream())
                .flatMap(schema -> schema.events().stream()).map(EventSchema::name)
                .collect(Collectors.toCollection(TreeSet::new));
        return new RingsideException(ErrorCode.NOT_FOUND, "provider has no such event: event=" + event + ", known="
                + known + PlainText.suggestion(event, known)
                + ": check the name, or register the provider first");
    }

    /**
     * The decision of a session about an event. Immutable.
     *
     * @param session    name of the session
     * @param provider   name of the provider
     * @param event      name of the event
     * @param descriptor of the event
     * @param decision   decision and its reason
     */
    record Explanation(String session, String provider, String event, EventDescriptor descriptor, Decision decision) {
        CharSequence json() {
            final JsonRow row = new JsonRow().put("session", session).put("provider", provider).put("event", event)
                    .put("id", descriptor.id()).put("version", descriptor.version()).put("wanted", decision.wanted())
                    .put("rule", rule()).put("reason", decision.reason()).beginArray("conditions");
            decision.conditions().forEach(row::add);
            row.endArray().beginArray("misfits");
            decision.misfits().forEach(row::add);
            return row.endArray().end();
        }

        String text() {
            final String misfits = decision.misfits().isEmpty()
                    ? ""
                    : "; has no effect: " + String.join("; ", decision.misfits());
            final String conditions = decision.conditions().isEmpty()
                    ? ""
                    : ", if " + String.join(" and ", decision.conditions());
            return session + ": " + provider + "/" + event + " (id " + descriptor.id() + ", version "
                    + descriptor.version() + ") is " + (decision.wanted() ? "wanted" : "not wanted") + " (" + rule()
                    + "): "
                    + decision.reason() + conditions + misfits;
        }

        private String rule() {
            return decision.rule().name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
