package io.ringside.cli.control;

import io.ringside.cli.console.JsonRow;
import io.ringside.cli.console.TextTable;
import io.ringside.control.SessionStatus;
import io.ringside.session.EnableProperty;
import io.ringside.session.Enablement;
import io.ringside.session.EnablementInfo;
import io.ringside.session.LedgerTotals;
import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import io.ringside.session.SessionInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A session with its ledger, as the command line shows it. Stateless. */
public final class SessionRows {
    private SessionRows() {}

    /**
     * The members of a session's row, to be ended. What its rows refer to is not looked up.
     *
     * @param status of the session
     * @param state  in a word
     */
    public static JsonRow json(final SessionStatus status, final String state) {
        return json(status, state, KnownDirectory.NONE);
    }

    /** The same, with what its rows refer to. */
    static JsonRow json(final SessionStatus status, final String state, final KnownDirectory known) {
        final JsonRow row = new JsonRow();
        final SessionInfo session = status.session();
        row.put("name", session.name()).put("id", session.id()).put("state", state)
                .put("clock", setting(session, "clock")).put("overflow", setting(session, "overflow"))
                .put("lanes", session.settings().lanes()).put("laneBytes", session.settings().laneBytes())
                .put("maxBytes", session.settings().maxBytes()).put("description", session.settings().description())
                .put("uuid", session.settings().uuid())
                .put("lanesInUse", status.ledger().lanesInUse());
        putTotals(row, status.ledger().totals());
        row.put("settled", status.ledger().settled()).put("final", status.ledger().finalReading())
                .put("drain", status.drain().orElse(null)).beginArray("providers");
        for (final EnablementInfo enablement : status.enablements()) {
            row.beginElement().put("provider", enablement.provider()).put("id", enablement.providerId());
            putEnablement(row, enablement, known).endObject();
        }
        return row.endArray();
    }

    /**
     * All that is known of a session, a line for each fact.
     *
     * @param state in a word
     * @param known what its rows refer to
     */
    static List<String> text(final SessionStatus status, final String state, final KnownDirectory known) {
        final SessionInfo session = status.session();
        final LedgerTotals totals = status.ledger().totals();
        final TextTable facts = new TextTable("session", session.name())
                .row("id", session.id())
                .row("state", state)
                .row("drain", status.drain().orElse("none"))
                .row("lanes", session.settings().lanes() + " per process, " + session.settings().laneBytes()
                        + " bytes each, " + status.ledger().lanesInUse() + " in use, "
                        + setting(session, "overflow"))
                .row("clock", setting(session, "clock"));
        status.enablements().forEach(enablement -> {
            facts.row("enabled", enablement.provider() + " " + how(enablement, known));
            known.misfits(enablement).forEach(misfit -> facts.row("  misfit", misfit));
        });
        final TextTable ledger = new TextTable("wanted", count(totals.wanted()))
                .row("delivered", count(totals.delivered()))
                .row("overwritten", count(totals.overwritten()))
                .row("in ring", count(totals.inRing()))
                .row("in flight", count(totals.inFlight()))
                .row("lost", count(totals.lost().total()));
        for (final LossCause cause : LossCause.values()) {
            if (totals.lost().of(cause) > 0) {
                ledger.row("  " + cause.jsonName(), count(totals.lost().of(cause)));
            }
        }
        final List<String> lines = new ArrayList<>(facts.lines());
        lines.add("");
        lines.addAll(ledger.lines());
        lines.add("");
        lines.add(certainty(status));
        return lines;
    }

    static TextTable table(final List<SessionStatus> sessions) {
        final TextTable table = new TextTable("SESSION", "ID", "STATE", "WANTED", "DELIVERED", "IN RING", "LOST",
                "DRAIN");
        for (final SessionStatus status : sessions) {
            final LedgerTotals totals = status.ledger().totals();
            table.row(status.session().name(), status.session().id(), state(status.session()), count(totals.wanted()),
                    count(totals.delivered()), count(totals.inRing()), count(totals.lost().total()),
                    status.drain().orElse("-"));
        }
        return table;
    }

    /**
     * State of a session that has a row, in a word.
     *
     * @param session with the row
     */
    public static String state(final SessionInfo session) {
        return session.state().name().toLowerCase(Locale.ROOT);
    }

    static JsonRow putEnablement(final JsonRow row, final EnablementInfo enabled, final KnownDirectory known) {
        final Enablement enablement = enabled.enablement();
        row.put("level", enablement.requestedLevel()).putMask("any", enablement.requestedMatchAny())
                .putMask("all", enablement.requestedMatchAll()).putMask("properties", enablement.properties())
                .beginArray("filters");
        FilterText.of(enablement.filters(), known).forEach(row::add);
        row.endArray().beginArray("misfits");
        known.misfits(enabled).forEach(row::add);
        return row.endArray();
    }

    static String how(final EnablementInfo enabled, final KnownDirectory known) {
        final Enablement enablement = enabled.enablement();
        return "level " + enablement.requestedLevel() + ", any 0x" + Long.toHexString(enablement.requestedMatchAny())
                + ", all 0x" + Long.toHexString(enablement.requestedMatchAll())
                + (enablement.properties() == EnableProperty.NONE
                        ? ""
                        : ", properties 0x" + Integer.toHexString(enablement.properties()))
                + FilterText.of(enablement.filters(), known).stream().map(filter -> ", " + filter)
                        .collect(Collectors.joining());
    }

    /**
     * A number for people.
     *
     * @param number any
     */
    public static String count(final long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /**
     * The members that tell of losses.
     *
     * @param row  to be continued
     * @param lost by cause
     */
    public static JsonRow putLosses(final JsonRow row, final LossCounts lost) {
        row.put("lost", lost.total()).beginObject("lostByCause");
        for (final LossCause cause : LossCause.values()) {
            row.put(cause.jsonName(), lost.of(cause));
        }
        return row.endObject();
    }

    private static void putTotals(final JsonRow row, final LedgerTotals totals) {
        row.put("wanted", totals.wanted()).put("delivered", totals.delivered()).put("inRing", totals.inRing())
                .put("inFlight", totals.inFlight()).put("overwritten", totals.overwritten());
        putLosses(row, totals.lost());
    }

    private static String setting(final SessionInfo session, final String name) {
        return session.settings().asText().getOrDefault(name, "");
    }

    private static String certainty(final SessionStatus status) {
        if (status.ledger().finalReading()) {
            return "totals are final";
        }
        return status.ledger().settled()
                ? "totals are consistent"
                : "totals are not consistent: lanes changed while they were read";
    }
}
