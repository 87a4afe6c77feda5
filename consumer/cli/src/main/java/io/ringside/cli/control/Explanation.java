package io.ringside.cli.control;

import io.ringside.event.EventDescriptor;
import io.ringside.internal.render.JsonRow;
import io.ringside.internal.session.Decision;
import java.util.Locale;

/**
 * Whether a session wants an event, and why. Immutable.
 *
 * @param session    by name
 * @param provider   by name
 * @param event      by name
 * @param descriptor of the event
 * @param decision   and what it follows from
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
                + descriptor.version() + ") is " + (decision.wanted() ? "wanted" : "not wanted") + " (" + rule() + "): "
                + decision.reason() + conditions + misfits;
    }

    private String rule() {
        return decision.rule().name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
