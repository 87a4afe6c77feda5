package io.ringside.consumer.cli.doctor;

import io.ringside.consumer.cli.console.JsonRow;
import java.util.List;
import java.util.Locale;

/**
 * What a check has found. Immutable.
 *
 * @param name    of the check
 * @param ok      whether nothing needs to be mended
 * @param detail  what was found: for people
 * @param removed files and folders that were removed
 */
record Finding(String name, boolean ok, String detail, List<String> removed) {
    private static final String SEPARATOR = "; ";

    Finding {
        removed = List.copyOf(removed);
    }

    static Finding fine(final String name, final String detail) {
        return new Finding(name, true, detail, List.of());
    }

    static Finding bad(final String name, final String detail) {
        return new Finding(name, false, detail, List.of());
    }

    /** Fine if there are no problems: then it says what stands instead. */
    static Finding of(final String name, final List<String> problems, final String otherwise) {
        return problems.isEmpty() ? fine(name, otherwise) : bad(name, String.join(SEPARATOR, problems));
    }

    /** One line. */
    String text() {
        return String.format(Locale.ROOT, "%-6s  %-13s  %s", ok ? "ok" : "NOT OK", name, detail);
    }

    /** One object. */
    CharSequence json() {
        final JsonRow row = new JsonRow().put("name", name).put("ok", ok).put("detail", detail)
                .beginArray("removed");
        removed.forEach(row::add);
        return row.endArray().end();
    }
}
