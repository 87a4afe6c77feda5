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
 * @param ok      whether there is nothing to correct
 * @param detail  complete description of the result
 * @param brief   short description for people: the first few items, and the number of further ones
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

    /** Returns a successful result, with remarks about possible improvements. */
    static Finding fine(final String name, final String detail, final List<String> remarks) {
        final List<String> all = new ArrayList<>(List.of(detail));
        all.addAll(remarks);
        return new Finding(name, true, String.join(SEPARATOR, all), firstOf(all, SEPARATOR), List.of());
    }

    static Finding bad(final String name, final String detail) {
        return new Finding(name, false, detail, detail, List.of());
    }

    /** Returns a successful result if there are no problems, with {@code otherwise} as its detail. */
    static Finding of(final String name, final List<String> problems, final String otherwise) {
        return problems.isEmpty()
                ? fine(name, otherwise)
                : new Finding(name, false, String.join(SEPARATOR, problems), firstOf(problems, SEPARATOR), List.of());
    }

    /** Returns the first few items in one line, and the number of further ones. */
    static String firstOf(final List<String> things, final String separator) {
        final int more = things.size() - MAX_SHOWN;
        return more <= 0
                ? String.join(separator, things)
                : String.join(separator, things.subList(0, MAX_SHOWN)) + separator + "and " + more
                        + " more (ringside doctor --format json lists all)";
    }

    String text() {
        return String.format(Locale.ROOT, "%-6s  %-13s  %s", ok ? "ok" : "NOT OK", name, brief);
    }

    CharSequence json() {
        final JsonRow row = new JsonRow().put("name", name).put("ok", ok).put("detail", detail)
                .beginArray("removed");
        removed.forEach(row::add);
        return row.endArray().end();
    }

    /**
     * A check to be performed. Immutable.
     *
     * @param name of the check
     * @param look performs the check
     */
    record Check(String name, Supplier<Finding> look) {
        /** Performs the check; a failure of the check itself is a finding as well. */
        Finding run() {
            try {
                return look.get();
            } catch (final RingsideException e) {
                return Finding.bad(name, String.valueOf(e.getMessage()));
            }
        }
    }
}
