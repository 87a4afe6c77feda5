package io.ringside.cli.console;

import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The options that every command has, before or after its name. Set by the parser, before the command runs. */
public final class GlobalOptions {
    @Option(names = "--dir", paramLabel = "DIR", scope = ScopeType.INHERIT, description = {
        "Trace directory; start, trace, demo and emit create it (default: $$RINGSIDE_DIR, else ringside-USER in "
                + "/dev/shm or the temporary folder)."})
    private @Nullable Path directory;

    @Option(names = "--format", paramLabel = "FORMAT", scope = ScopeType.INHERIT, defaultValue = "text", description = {
        "Output format: ${COMPLETION-CANDIDATES} (default: text)."})
    private OutputFormat format = OutputFormat.TEXT;

    // Only the parser reads this field.
    @SuppressWarnings("UnusedVariable")
    @Option(names = {"-h", "--help"}, usageHelp = true, scope = ScopeType.INHERIT, description = "Show this help.")
    private boolean help;

    /** Returns the trace directory, null for the default one. */
    public @Nullable Path directory() {
        return directory;
    }

    /** Returns the format of standard output. */
    public OutputFormat format() {
        return format;
    }

    /** The format of data on standard output. */
    public enum OutputFormat {
        /** For people. */
        TEXT,
        /** For programs: one object per row or event, one per line. */
        JSON;

        /** Name of the value on the command line. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
