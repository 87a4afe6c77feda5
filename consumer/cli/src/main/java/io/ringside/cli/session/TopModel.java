package io.ringside.cli.session;

import io.ringside.cli.render.CounterLines;
import io.ringside.cli.render.KnownDirectory;
import io.ringside.cli.render.SessionLines;
import io.ringside.cli.session.StatRow.ProcessStat;
import io.ringside.cli.session.StatRow.Rates;
import io.ringside.cli.session.TopLine.Style;
import io.ringside.cli.session.TopTable.Cell;
import io.ringside.cli.session.TopTable.Column;
import io.ringside.cli.session.TopTable.Row;
import io.ringside.control.ProviderInfo;
import io.ringside.counter.CounterValue;
import io.ringside.reader.counter.CounterQuery;
import io.ringside.session.EnablementInfo;
import io.ringside.session.LossCounts;
import io.ringside.session.ProcessInfo.Flow.LaneFlow;
import io.ringside.session.SessionInfo;
import io.ringside.text.JsonRow;
import io.ringside.text.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The model of {@code ringside top}: its tables, and the effects of keys on them. Independent of the terminal. Not
 * thread-safe.
 */
final class TopModel {
    private static final int PERCENT = 100;
    /** Two lines above the table, its headings, and two lines below it. */
    private static final int OTHER_LINES = 5;
    private static final int NO_SORT = -1;
    private static final List<View> VIEWS = List.of(View.values());
    private static final String UNKNOWN = "-";
    private static final int NAME_WIDTH = 12;
    private static final int TEXT_WIDTH = 16;
    private static final List<String> HELP = List.of(
            "1 2 3 4, Tab        sessions, providers, lanes, counters",
            "Up Down PgUp PgDn   select a row",
            "< >, Left Right     sort by another column",
            "r                   reverse the order",
            "/                   show only rows that contain a text; Escape shows all",
            "Space               among providers: enable or disable the selected one in the session of its row",
            "p                   pause, or go on",
            "?                   this page, or back",
            "q, Ctrl-C           quit");

    /** A table that the user can choose. */
    enum View {
        /** Sessions, with their rates and losses. */
        SESSIONS('1'),
        /** Providers, with the sessions that have enabled them. */
        PROVIDERS('2'),
        /** The lanes of each process in each session. */
        LANES('3'),
        /** All counters. */
        COUNTERS('4');

        private final char key;
        private final String title = name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);

        View(final char key) {
            this.key = key;
        }

        private static View ofKey(final int key) {
            return VIEWS.stream().filter(view -> view.key == key).findFirst().orElseThrow();
        }
    }

    private final String place;
    private TopReading reading = new TopReading(List.of(), List.of(), List.of(), List.of());
    private View view;
    private int sortColumn = NO_SORT;
    private boolean descending;
    private String filter = "";
    private boolean typing;
    private boolean paused;
    private boolean help;
    private boolean quit;
    private String message = "";
    private boolean failure;
    private @Nullable Object selected;
    private @Nullable Object highlighted;
    private int selectedAt;
    private int firstShown;
    private int page = 1;

    /**
     * Creates a model without a reading.
     *
     * @param place description of the trace directory, for people
     * @param view  first table to be shown
     */
    TopModel(final String place, final View view) {
        this.place = place;
        this.view = view;
    }

    /** Replaces the reading. */
    void show(final TopReading next) {
        reading = next;
    }

    View view() {
        return view;
    }

    boolean isPaused() {
        return paused;
    }

    boolean isQuit() {
        return quit;
    }

    /** Shows a message below the table, until the next key. */
    void tell(final String text, final boolean isFailure) {
        message = PlainText.of(text);
        failure = isFailure;
    }

    /** Shows only rows that contain a text, or all rows if the text is empty. */
    void filter(final String text) {
        filter = text;
        selectFirst();
    }

    /**
     * Sorts by a column, in its default direction: the greatest numbers or the first texts first.
     *
     * @param heading heading of the column, ignoring case
     * @return false if the view has no such column
     */
    boolean sort(final String heading) {
        final List<Column> columns = all().columns();
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).heading().equalsIgnoreCase(heading)) {
                sortBy(i);
                return true;
            }
        }
        return false;
    }

    /** Returns the headings of the current table. */
    List<String> headings() {
        return all().columns().stream().map(Column::heading).toList();
    }

    /**
     * Handles a key.
     *
     * @return the switch to be flipped, if the key requests one
     */
    Optional<EnablementSwitch> press(final TopKey key) {
        message = "";
        failure = false;
        if (typing) {
            type(key);
            return Optional.empty();
        }
        switch (key.kind()) {
            case UP -> move(-1);
            case DOWN -> move(1);
            case PAGE_UP -> move(-page);
            case PAGE_DOWN -> move(page);
            case HOME -> move(-rows().size());
            case END -> move(rows().size());
            case LEFT -> sortBeside(-1);
            case RIGHT -> sortBeside(1);
            case TAB -> look(VIEWS.get((VIEWS.indexOf(view) + 1) % VIEWS.size()));
            case ESCAPE -> {
                filter = "";
                help = false;
            }
            case END_OF_INPUT -> quit = true;
            case CHARACTER -> {
                return pressCharacter(key.character());
            }
            default -> {
                // Backspace and Enter have a meaning only while the user types a text.
            }
        }
        return Optional.empty();
    }

    private Optional<EnablementSwitch> pressCharacter(final int character) {
        switch (character) {
            case 'q' -> quit = true;
            case '1', '2', '3', '4' -> look(View.ofKey(character));
            case 'k' -> move(-1);
            case 'j' -> move(1);
            case '<' -> sortBeside(-1);
            case '>' -> sortBeside(1);
            case 'r' -> {
                descending = !descending;
                selectFirst();
            }
            case 'p' -> paused = !paused;
            case '?', 'h' -> help = !help;
            case '/' -> {
                typing = true;
                help = false;
            }
            case ' ' -> {
                return pressSwitch();
            }
            default -> tell("this key does nothing: press ? for a list of keys", true);
        }
        return Optional.empty();
    }

    private Optional<EnablementSwitch> pressSwitch() {
        // Uses the row that was highlighted on the screen, which may have moved since.
        final EnablementSwitch found = help
                ? null
                : rows().stream().filter(row -> row.key().equals(highlighted)).findFirst().map(Row::setting)
                        .orElse(null);
        if (found == null) {
            tell("nothing can be switched here: press 2, and select the row of a provider and a session", true);
        }
        return Optional.ofNullable(found);
    }

    private void type(final TopKey key) {
        switch (key.kind()) {
            case CHARACTER -> filter(filter + Character.toString(key.character()));
            case BACKSPACE -> filter(filter.isEmpty()
                    ? filter
                    : filter.substring(0, filter.offsetByCodePoints(filter.length(), -1)));
            case ENTER -> typing = false;
            case ESCAPE -> {
                typing = false;
                filter = "";
            }
            case END_OF_INPUT -> quit = true;
            default -> {
                // Other keys are ignored while the user types a text.
            }
        }
    }

    private void look(final View other) {
        help = false;
        if (other != view) {
            view = other;
            sortColumn = NO_SORT;
            descending = false;
            selectFirst();
        }
    }

    private void move(final int by) {
        final List<Row> rows = rows();
        if (!rows.isEmpty()) {
            selectedAt = Math.max(0, Math.min(selection(rows) + by, rows.size() - 1));
            selected = rows.get(selectedAt).key();
        }
    }

    private void selectFirst() {
        selected = null;
        selectedAt = 0;
        firstShown = 0;
    }

    /** Returns the current index of the selected row; if that row no longer exists, the index that it had. */
    private int selection(final List<Row> rows) {
        for (int i = 0; i < rows.size(); i++) {
            if (rows.get(i).key().equals(selected)) {
                selectedAt = i;
                return i;
            }
        }
        selectedAt = Math.max(0, Math.min(selectedAt, rows.size() - 1));
        return selectedAt;
    }

    private void sortBeside(final int step) {
        final int columns = all().columns().size();
        sortBy(Math.floorMod(Math.max(sortColumn, step > 0 ? -1 : 0) + step, columns));
    }

    private void sortBy(final int column) {
        sortColumn = column;
        descending = all().columns().get(column).descending();
        selectFirst();
    }

    private List<Row> rows() {
        return table().rows();
    }

    /** Returns the table to be shown, with all its rows and columns. */
    private TopTable table() {
        final TopTable wanted = all().filtered(filter);
        return sortColumn == NO_SORT
                ? wanted
                : wanted.sorted(Math.min(sortColumn, wanted.columns().size() - 1), descending);
    }

    private TopTable all() {
        return switch (view) {
            case SESSIONS -> sessions();
            case PROVIDERS -> providers();
            case LANES -> lanes();
            case COUNTERS -> counters();
        };
    }

    /** Returns the lines of the table only, at its full width. */
    List<String> text() {
        return table().lines(Integer.MAX_VALUE).stream().map(TopLine::toString).toList();
    }

    /** Returns a JSON object for each row. */
    List<CharSequence> json() {
        return rows().stream().map(row -> row.json().get()).toList();
    }

    /**
     * Returns the lines of the screen.
     *
     * @param width  in columns
     * @param height in lines
     * @return as many lines as there are, or fewer
     */
    List<TopLine> frame(final int width, final int height) {
        final List<TopLine> lines = new ArrayList<>();
        final long registered = reading.providers().stream().filter(each -> each.registrations() > 0).count();
        lines.add(TopLine.of("ringside top", Style.STRONG).add("  " + count(reading.sessions().size(), "session")
                + ", " + count(registered, "provider") + (paused ? ", paused" : "") + "  " + place, Style.PLAIN));
        lines.add(titles());
        page = Math.max(1, height - OTHER_LINES);
        if (help) {
            HELP.stream().limit(page + 1).forEach(line -> lines.add(TopLine.of(line, Style.PLAIN)));
        } else {
            addTable(lines, width);
        }
        while (lines.size() < height - 2) {
            lines.add(new TopLine());
        }
        lines.add(status());
        lines.add(TopLine.of(typing
                ? "type a text, Enter keeps it, Escape shows all rows"
                : "q quit  1-4 view  <> sort  r reverse  / filter  Space switch  p pause  ? help", Style.PLAIN));
        return lines.size() <= height ? lines : lines.subList(0, height);
    }

    private TopLine titles() {
        final TopLine line = new TopLine();
        for (final View each : VIEWS) {
            line.add(line.isEmpty() ? "" : "  ", Style.PLAIN).add(each.key + " " + each.title,
                    each == view && !help ? Style.HEADING : Style.PLAIN);
        }
        if (sortColumn != NO_SORT) {
            line.add("  sort: " + headings().get(sortColumn) + (descending ? " down" : " up"), Style.PLAIN);
        }
        return line;
    }

    private void addTable(final List<TopLine> lines, final int width) {
        final TopTable table = table();
        final int at = selection(table.rows());
        highlighted = table.rows().isEmpty() ? null : table.rows().get(at).key();
        firstShown = Math.max(0, Math.min(Math.max(Math.min(firstShown, at), at - page + 1),
                table.rows().size() - page));
        final List<TopLine> all = table.lines(width);
        lines.add(all.get(0));
        for (int i = firstShown; i < Math.min(table.rows().size(), firstShown + page); i++) {
            lines.add(i == at ? all.get(i + 1).select() : all.get(i + 1));
        }
    }

    private TopLine status() {
        if (typing) {
            return TopLine.of("filter: " + filter + "_", Style.STRONG);
        }
        if (!message.isEmpty()) {
            return TopLine.of(message, failure ? Style.ALARM : Style.STRONG);
        }
        if (!reading.problems().isEmpty()) {
            return TopLine.of(count(reading.problems().size(), "problem") + ": " + PlainText.of(
                    reading.problems().get(0)), Style.ALARM);
        }
        return filter.isEmpty()
                ? new TopLine()
                : TopLine.of("filter: " + filter + "  " + count(rows().size(), "row"), Style.STRONG);
    }

    private static String count(final long count, final String what) {
        return PlainText.count(count) + ' ' + what + (count == 1 ? "" : "s");
    }

    private TopTable sessions() {
        final List<Column> columns = List.of(Column.text("SESSION", 0).cutTo(NAME_WIDTH), Column.text("STATE", 6),
                Column.number("EVENTS/S", 1), Column.number("DELIVERED/S", 5), Column.number("LOST/S", 2),
                Column.number("BYTES/S", 7), Column.number("RING", 3), Column.sums("LOST", 4).cutTo(NAME_WIDTH),
                Column.text("DRAIN", 8).cutTo(TEXT_WIDTH));
        return new TopTable(columns, reading.sessions().stream().map(TopModel::session).toList());
    }

    private static Row session(final StatRow row) {
        final LossCounts lost = row.status().ledger().totals().lost();
        final Rates rates = row.rates();
        final String drain = row.status().drain();
        return new Row(row.status().session().id(), List.of(Cell.of(row.status().session().name()),
                Cell.of(row.state()), rate(rates == null ? null : rates.wanted()),
                rate(rates == null ? null : rates.delivered()), lostRate(rates),
                rate(rates == null ? null : rates.bytes()), share(row.ringFill()), lost(lost),
                Cell.of(drain == null ? "none" : drain)), null, row::json);
    }

    private TopTable providers() {
        final List<Column> columns = List.of(Column.text("PROVIDER", 0).cutTo(NAME_WIDTH),
                Column.text("SESSION", 1).cutTo(NAME_WIDTH), Column.text("ENABLED", 2),
                Column.number("PROCESSES", 4), Column.number("EVENTS", 5), Column.text("HOW", 3).cutTo(TEXT_WIDTH));
        final List<SessionInfo> sessions = reading.sessions().stream().map(row -> row.status().session()).toList();
        final List<Row> rows = new ArrayList<>();
        for (final ProviderInfo provider : reading.providers()) {
            if (sessions.isEmpty()) {
                rows.add(provider(provider.id(), provider, null, null, null));
            }
            for (final SessionInfo session : sessions) {
                final EnablementInfo enabled = provider.enabledBy().stream()
                        .filter(each -> each.sessionId() == session.id()).findFirst().orElse(null);
                final EnablementSwitch setting = new EnablementSwitch(session, provider, enabled);
                rows.add(provider(setting.place(), provider, session.name(), enabled, setting));
            }
        }
        return new TopTable(columns, rows);
    }

    private static Row provider(final Object key, final ProviderInfo provider, final @Nullable String session,
            final @Nullable EnablementInfo enabled, final @Nullable EnablementSwitch setting) {
        final long events = provider.schemas().stream().flatMap(schema -> schema.events().stream())
                .map(event -> event.name() + ' ' + event.descriptor()).distinct().count();
        return new Row(key, List.of(Cell.of(provider.name()), Cell.of(session == null ? UNKNOWN : session),
                Cell.of(enabled == null ? "no" : "yes"), number(provider.processes().size()), number(events),
                Cell.of(enabled == null ? UNKNOWN : SessionLines.how(enabled, KnownDirectory.NONE))), setting, () -> {
                    final JsonRow row = new JsonRow().put("provider", provider.name()).put("id", provider.id())
                            .put("session", session).put("enabled", enabled != null)
                            .put("processes", provider.processes().size()).put("events", events);
                    return enabled == null
                            ? row.end()
                            : SessionLines.putEnablement(row, enabled, KnownDirectory.NONE).end();
                });
    }

    private TopTable lanes() {
        final List<Column> columns = List.of(Column.text("SESSION", 2).cutTo(NAME_WIDTH),
                Column.text("PROCESS", 3).cutTo(TEXT_WIDTH), Column.number("LANE", 6),
                Column.text("THREAD", 0).cutTo(NAME_WIDTH), Column.number("EVENTS/S", 1),
                Column.number("RING", 1), Column.number("WANTED", 7), Column.number("DELIVERED", 8),
                Column.sums("LOST", 4).cutTo(NAME_WIDTH));
        final List<Row> rows = new ArrayList<>();
        for (final StatRow row : reading.sessions()) {
            for (final ProcessStat process : row.processes()) {
                for (int i = 0; i < process.flow().lanes().size(); i++) {
                    final LaneFlow lane = process.flow().lanes().get(i);
                    // Skip unused lanes, which processes create before threads need them.
                    if (lane.thread() != null || lane.wanted() > 0) {
                        rows.add(lane(row.status().session(), process, lane,
                                process.lanes().isEmpty() ? null : process.lanes().get(i)));
                    }
                }
            }
        }
        return new TopTable(columns, rows);
    }

    /** The identity of a lane's row. */
    private record LaneKey(long sessionId, UUID process, int lane) {}

    private static Row lane(final SessionInfo session, final ProcessStat process, final LaneFlow lane,
            final @Nullable Rates rates) {
        final String writer = process.flow().process().description() + (process.flow().alive() ? "" : " dead");
        return new Row(new LaneKey(session.id(), process.flow().process().id(), lane.lane()),
                List.of(Cell.of(session.name()), Cell.of(writer), number(lane.lane()),
                        Cell.of(lane.thread() == null ? UNKNOWN : lane.thread()),
                        rate(rates == null ? null : rates.wanted()), share(lane.ringFill()), number(lane.wanted()),
                        number(lane.delivered()), lost(lane.lost())),
                null, () -> json(session, process, lane, rates));
    }

    private static CharSequence json(final SessionInfo session, final ProcessStat process, final LaneFlow lane,
            final @Nullable Rates rates) {
        final JsonRow row = new JsonRow().put("session", session.name()).put("pid", process.flow().process().pid())
                .put("command", process.flow().process().command()).put("alive", process.flow().alive())
                .put("lane", lane.lane()).put("thread", lane.thread()).put("wanted", lane.wanted())
                .put("delivered", lane.delivered());
        SessionLines.putLosses(row, lane.lost());
        if (rates == null) {
            row.name("wantedPerSecond").append("null");
        } else {
            row.put("wantedPerSecond", rates.wanted());
        }
        return row.put("ringFill", lane.ringFill()).end();
    }

    private TopTable counters() {
        final List<Column> columns = List.of(Column.text("SET", 2).cutTo(NAME_WIDTH),
                Column.text("INSTANCE", 3).cutTo(NAME_WIDTH), Column.text("COUNTER", 0).cutTo(NAME_WIDTH),
                Column.number("VALUE", 0), Column.text("UNIT", 4), Column.number("PID", 5), Column.text("STATUS", 6));
        return new TopTable(columns, reading.counters().stream().map(TopModel::counter).toList());
    }

    private static Row counter(final CounterQuery.Row row) {
        final CounterValue value = CounterLines.value(row);
        return new Row(row, List.of(Cell.of(row.set().name()), Cell.of(CounterLines.instance(row)),
                Cell.of(row.counter().name()),
                Cell.of(CounterLines.text(row, true), value.status().isValid() ? value.asDouble() : Double.NaN),
                Cell.of(CounterLines.unit(row)), Cell.of(Long.toString(row.pid()), (double) row.pid()),
                Cell.of(CounterLines.status(row))), null,
                () -> CounterLines.json(row, TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis())));
    }

    private static Cell number(final long number) {
        return Cell.of(PlainText.count(number), (double) number);
    }

    private static Cell rate(final @Nullable Double rate) {
        return rate == null ? Cell.of(UNKNOWN) : Cell.of(PlainText.count(Math.round(rate)), rate);
    }

    private static Cell lostRate(final @Nullable Rates rates) {
        return rates == null
                ? Cell.of(UNKNOWN)
                : new Cell(PlainText.count(Math.round(rates.lost())), rates.lost(), rates.lost() > 0);
    }

    private static Cell share(final double share) {
        return Cell.of(String.format(Locale.ROOT, "%.0f %%", share * PERCENT), share);
    }

    /** Returns a cell with the losses by cause, sorted by their total. */
    private static Cell lost(final LossCounts lost) {
        return new Cell(SessionLines.losses(lost), (double) lost.total(), lost.total() > 0);
    }
}
