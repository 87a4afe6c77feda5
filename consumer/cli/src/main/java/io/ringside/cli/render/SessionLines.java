package io.ringside.cli.render;

import io.ringside.control.SessionStatus;
import io.ringside.filter.EnablementFilters;
import io.ringside.filter.EventIdFilter;
import io.ringside.filter.EventNameFilter;
import io.ringside.filter.PayloadFilter;
import io.ringside.filter.ProcessFilter;
import io.ringside.filter.RateFilter;
import io.ringside.filter.StackFilter;
import io.ringside.session.EnableProperty;
import io.ringside.session.Enablement;
import io.ringside.session.EnablementInfo;
import io.ringside.session.LedgerTotals;
import io.ringside.session.LossCause;
import io.ringside.session.LossCounts;
import io.ringside.session.SessionInfo;
import io.ringside.text.JsonRow;
import io.ringside.text.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Renders a session with its ledger. Stateless. */
public final class SessionLines {
    private SessionLines() {}

    /** Returns a part of a line about events of another fate; empty if there are none. */
    public static String also(final long count, final String fate) {
        return count == 0 ? "" : String.format(Locale.ROOT, ", %,d %s", count, fate);
    }

    /**
     * Returns the number of events that a recording lacks, in words.
     *
     * @param events lost; null if their number is unknown
     */
    public static String lost(final @Nullable Long events) {
        return (events == null ? "an unknown number" : PlainText.count(events)) + " lost";
    }

    /**
     * Returns the members of a session's row, to be completed by the caller. Ids are not looked up.
     *
     * @param status of the session
     * @param state  state of the session, in a word
     */
    public static JsonRow json(final SessionStatus status, final String state) {
        return json(status, state, KnownDirectory.NONE);
    }

    /** Returns the members of a session's row, to be completed by the caller. Ids are looked up. */
    public static JsonRow json(final SessionStatus status, final String state, final KnownDirectory known) {
        final JsonRow row = new JsonRow();
        final SessionInfo session = status.session();
        row.put("name", session.name()).put("id", session.id()).put("state", state)
                .put("clock", setting(session, "clock")).put("overflow", setting(session, "overflow"))
                .put("lanes", session.settings().lanes()).put("laneBytes", session.settings().laneBytes())
                .put("maxBytes", session.settings().maxBytes()).put("description", session.settings().description())
                .put("uuid", session.settings().uuid()).put("replay", replay(session))
                .put("lanesInUse", status.ledger().lanesInUse());
        putTotals(row, status.ledger().totals());
        row.put("settled", status.ledger().settled()).put("final", status.ledger().finalReading())
                .put("drain", status.drain()).beginArray("providers");
        for (final EnablementInfo enablement : status.enablements()) {
            row.beginElement().put("provider", enablement.provider()).put("id", enablement.providerId());
            putEnablement(row, enablement, known).endObject();
        }
        return row.endArray();
    }

    /**
     * Returns everything known about a session, one line per fact.
     *
     * @param state state of the session, in a word
     * @param known lookup for ids
     */
    public static List<String> text(final SessionStatus status, final String state, final KnownDirectory known) {
        final SessionInfo session = status.session();
        final LedgerTotals totals = status.ledger().totals();
        final TextTable facts = new TextTable("session", session.name())
                .row("id", session.id())
                .row("state", state)
                .row("drain", status.drain() == null ? "none" : status.drain())
                .row("lanes", session.settings().lanes() + " per process, " + session.settings().laneBytes()
                        + " bytes each, " + status.ledger().lanesInUse() + " in use, "
                        + setting(session, "overflow"))
                .row("clock", setting(session, "clock"));
        final String replayed = replay(session);
        if (replayed != null) {
            facts.row("replay", replayed);
        }
        status.enablements().forEach(enablement -> {
            facts.row("enabled", enablement.provider() + " " + how(enablement, known));
            known.misfits(enablement).forEach(misfit -> facts.row("  misfit", misfit));
        });
        final TextTable ledger = new TextTable("wanted", PlainText.count(totals.wanted()))
                .row("delivered", PlainText.count(totals.delivered()))
                .row("overwritten", PlainText.count(totals.overwritten()))
                .row("in ring", PlainText.count(totals.inRing()))
                .row("in flight", PlainText.count(totals.inFlight()))
                .row("lost", PlainText.count(totals.lost().total()));
        addLosses(ledger, totals.lost());
        if (totals.filteredByRate() > 0) {
            ledger.row("filtered by rate", PlainText.count(totals.filteredByRate()))
                    .row("  sampledOut", PlainText.count(totals.sampledOut()))
                    .row("  overLimit", PlainText.count(totals.overLimit()));
        }
        final List<String> lines = new ArrayList<>(facts.lines());
        lines.add("");
        lines.addAll(ledger.lines());
        lines.add("");
        lines.add(certainty(status));
        return lines;
    }

    public static TextTable table(final List<SessionStatus> sessions) {
        final TextTable table = new TextTable("SESSION", "ID", "STATE", "WANTED", "DELIVERED", "IN RING", "LOST",
                "DRAIN");
        for (final SessionStatus status : sessions) {
            final LedgerTotals totals = status.ledger().totals();
            table.row(status.session().name(), status.session().id(),
                    state(status.session()) + (replay(status.session()) == null ? "" : ", replay"),
                    PlainText.count(totals.wanted()),
                    PlainText.count(totals.delivered()), PlainText.count(totals.inRing()),
                    PlainText.count(totals.lost().total()),
                    status.drain() == null ? "-" : status.drain());
        }
        return table;
    }

    /** Returns the state of a session that has a session file, in a word. */
    public static String state(final SessionInfo session) {
        return session.state().name().toLowerCase(Locale.ROOT);
    }

    public static JsonRow putEnablement(final JsonRow row, final EnablementInfo enabled, final KnownDirectory known) {
        final Enablement enablement = enabled.enablement();
        row.put("level", enablement.requestedLevel()).putMask("any", enablement.requestedMatchAny())
                .putMask("all", enablement.requestedMatchAll()).putMask("properties", enablement.properties())
                .beginArray("filters");
        filters(enablement.filters(), known).forEach(row::add);
        row.endArray().beginArray("misfits");
        known.misfits(enabled).forEach(row::add);
        return row.endArray();
    }

    public static String how(final EnablementInfo enabled, final KnownDirectory known) {
        final Enablement enablement = enabled.enablement();
        return "level " + enablement.requestedLevel() + ", any 0x" + Long.toHexString(enablement.requestedMatchAny())
                + ", all 0x" + Long.toHexString(enablement.requestedMatchAll())
                + (enablement.properties() == EnableProperty.NONE
                        ? ""
                        : ", properties 0x" + Integer.toHexString(enablement.properties()))
                + filters(enablement.filters(), known).stream().map(filter -> ", " + filter)
                        .collect(Collectors.joining());
    }

    /**
     * Adds the lost events, in total and by cause.
     *
     * @param row  row to continue
     * @param lost by cause
     */
    public static JsonRow putLosses(final JsonRow row, final LossCounts lost) {
        return putLostByCause(row.put("lost", lost.total()), lost);
    }

    /**
     * Adds the lost events by cause.
     *
     * @param row  row to continue
     * @param lost by cause
     */
    public static JsonRow putLostByCause(final JsonRow row, final LossCounts lost) {
        row.beginObject("lostByCause");
        for (final LossCause cause : LossCause.values()) {
            row.put(cause.jsonName(), lost.of(cause));
        }
        return row.endObject();
    }

    /**
     * Adds a row for each cause of loss that has occurred.
     *
     * @param table of two columns
     * @param lost  by cause
     */
    public static void addLosses(final TextTable table, final LossCounts lost) {
        for (final LossCause cause : LossCause.values()) {
            if (lost.of(cause) > 0) {
                table.row("  " + cause.jsonName(), PlainText.count(lost.of(cause)));
            }
        }
    }

    /**
     * Returns the causes of loss that have occurred, such as {@code full 17, noLane 2}; a dash if there are none.
     *
     * @param lost by cause
     */
    public static String losses(final LossCounts lost) {
        final StringBuilder text = new StringBuilder();
        for (final LossCause cause : LossCause.values()) {
            if (lost.of(cause) > 0) {
                text.append(text.isEmpty() ? "" : ", ").append(cause.jsonName()).append(' ')
                        .append(PlainText.count(lost.of(cause)));
            }
        }
        return text.isEmpty() ? "-" : text.toString();
    }

    private static void putTotals(final JsonRow row, final LedgerTotals totals) {
        row.put("wanted", totals.wanted()).put("delivered", totals.delivered()).put("inRing", totals.inRing())
                .put("inFlight", totals.inFlight()).put("overwritten", totals.overwritten());
        putLosses(row, totals.lost()).put("sampledOut", totals.sampledOut()).put("overLimit", totals.overLimit());
    }

    /** Returns the recordings that were replayed into a session; null if there were none. */
    private static @Nullable String replay(final SessionInfo session) {
        return session.settings().replay().isEmpty() ? null : session.settings().replay();
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

    /** Returns the text of a payload filter. Events without the fields are rejected unless the text says otherwise. */
    private static String text(final PayloadFilter payload) {
        return payload.eventName() != null || payload.eventId() != null
                ? payload.toString()
                : (payload.matchAll() ? "all *: " : "") + payload.condition()
                        + (payload.needsFields() ? "" : ", keeping others");
    }

    /** Returns a text for each filter of an enablement. */
    private static List<String> filters(final EnablementFilters filters, final KnownDirectory known) {
        final List<String> texts = new ArrayList<>();
        addEvents(texts, "event", filters.eventIds(), filters.eventNames());
        final ProcessFilter processes = filters.processes();
        if (processes.pids() != null) {
            texts.add("pid in " + processes.pids());
        }
        if (processes.processes() != null) {
            texts.add("process in " + processes.processes().stream().map(known::process).toList());
        }
        if (processes.executables() != null) {
            texts.add("executable in " + processes.executables());
        }
        filters.payloads().forEach(payload -> texts.add("payload " + text(payload)));
        final StackFilter stacks = filters.stacks();
        if (stacks != null) {
            addEvents(texts, "stack", stacks.ids(), stacks.names());
            if (stacks.levelKeyword() != null) {
                texts.add("stack " + stacks.levelKeyword());
            }
        }
        final RateFilter rate = filters.rate();
        if (rate != null) {
            texts.add(rate.toString());
        }
        final EnablementFilters.Data data = filters.data();
        if (data != null) {
            texts.add("data of " + data.bytes().length + " bytes, id " + data.id() + ", version " + data.version());
        }
        return texts;
    }

    private static void addEvents(final List<String> texts, final String what, final @Nullable EventIdFilter ids,
            final @Nullable EventNameFilter names) {
        if (ids != null) {
            texts.add(what + " id " + in(ids.in()) + ids.ids());
        }
        if (names != null) {
            texts.add(what + " name " + in(names.in()) + names.names());
        }
    }

    private static String in(final boolean in) {
        return in ? "in " : "not in ";
    }
}
