package io.ringside.cli.doctor;

import io.ringside.RingsideException;
import io.ringside.text.JsonRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * The result of a check. Immutable.
 *
 * @param name    of the check
 * @param ok      whether nothing needs to be corrected
 * @param detail  all that was found
 * @param brief   the same for people: the first few of many things, and how many more there are
 * @param removed files and folders that were removed
 */
record Finding(String name, boolean ok, String detail, String brief, List<String> removed) {
    private static final String SEPARATOR = "; ";
    private static final int MAX_SHOWN = 5;

    Finding {
        removed = List.copyOf(removed);
    }

    static Finding fine(final String name, final String detail) {
        return new Finding(name, true, detail, detail, List.of());
    }

    /** Fine, with remarks about what would be better otherwise. */
    static Finding fine(final String name, final String detail, final List<String> remarks) {
        final List<String> all = new ArrayList<>(List.of(detail));
        all.addAll(remarks);
        return new Finding(name, true, String.join(SEPARATOR, all), firstOf(all, SEPARATOR), List.of());
    }

    static Finding bad(final String name, final String detail) {
        return new Finding(name, false, detail, detail, List.of());
    }

    /** OK if there are no problems; then the detail says what was found. */
    static Finding of(final String name, final List<String> problems, final String otherwise) {
        return problems.isEmpty()
                ? fine(name, otherwise)
                : new Finding(name, false, String.join(SEPARATOR, problems), firstOf(problems, SEPARATOR), List.of());
    }

    /** The first few in one line, and how many more there are. */
    static String firstOf(final List<String> things, final String separator) {
        final int more = things.size() - MAX_SHOWN;
        return more <= 0
                ? String.join(separator, things)
                : String.join(separator, things.subList(0, MAX_SHOWN)) + separator + "and " + more
                        + " more (ringside doctor --format json lists all)";
    }

    /** One line. */
    String text() {
        return String.format(Locale.ROOT, "%-6s  %-13s  %s", ok ? "ok" : "NOT OK", name, brief);
    }

    /** One object. */
    CharSequence json() {
        final JsonRow row = new JsonRow().put("name", name).put("ok", ok).put("detail", detail)
                .beginArray("removed");
        removed.forEach(row::add);
        return row.endArray().end();
    }

    /**
     * Something to check. Immutable.
     *
     * @param name of the check
     * @param look performs the check
     */
    record Check(String name, Supplier<Finding> look) {
        /** Looks; not being able to is a finding as well. */
        Finding run() {
            try {
                return look.get();
            } catch (final RingsideException e) {
                return Finding.bad(name, String.valueOf(e.getMessage()));
            }
        }
    }
}
