package io.ringside.cli.process;

import io.ringside.text.JsonRow;
import io.ringside.text.PlainText;
import java.time.Duration;
import java.time.Instant;

/**
 * The row of a JVM in the list. Immutable.
 *
 * @param pid         of the process
 * @param main        main class or jar, empty if unknown
 * @param traced      whether the process has registered in the trace directory
 * @param version     Java version, empty if unknown
 * @param refusal     why the agent cannot be loaded; empty if no reason is known
 * @param startTimeNs start time in nanoseconds since 1970; 0 if unknown
 */
record ProcessRow(long pid, String main, boolean traced, String version, String refusal, long startTimeNs) {
    static ProcessRow of(final JavaProcess process, final boolean traced) {
        return new ProcessRow(process.pid(), process.main(), traced, process.version(), process.refusal().orElse(""),
                process.startTimeNs());
    }

    /** Returns a line for people; control characters in names are replaced. */
    static String line(final String text) {
        return PlainText.of(text);
    }

    CharSequence json() {
        return row().end();
    }

    /** Returns the JSON members of the row; the caller may add others. */
    JsonRow row() {
        final JsonRow row = new JsonRow().put("pid", pid).put("main", main).put("traced", traced)
                .put("version", version.isEmpty() ? null : version).put("traceable", refusal.isEmpty())
                .put("reason", refusal.isEmpty() ? null : refusal);
        return startTimeNs == 0 ? row.put("startTime", (CharSequence) null) : row.put("startTime", startTimeNs);
    }

    /** Returns the running time of the process, in its two largest units; empty if unknown. */
    String age(final Instant now) {
        if (startTimeNs == 0) {
            return "";
        }
        final Duration age = Duration.between(Instant.EPOCH.plusNanos(startTimeNs), now);
        if (age.toDays() > 0) {
            return age.toDays() + "d " + age.toHoursPart() + "h";
        }
        if (age.toHours() > 0) {
            return age.toHours() + "h " + age.toMinutesPart() + "m";
        }
        return age.toMinutes() > 0 ? age.toMinutes() + "m " + age.toSecondsPart() + "s" : age.toSeconds() + "s";
    }
}
