package io.ringside.cli.console;

import java.util.Locale;

/** The form of data on standard output. */
public enum OutputFormat {
    /** For people. */
    TEXT,
    /** For programs: one object for each row or event, one in a line. */
    JSON;

    /** The word for it on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
