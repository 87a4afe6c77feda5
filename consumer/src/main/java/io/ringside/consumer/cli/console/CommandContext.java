package io.ringside.consumer.cli.console;

import io.ringside.transport.directory.TraceDirectory;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What a command works with. One for each run of the program. */
public final class CommandContext {
    private final Console console;
    private final Interruption interruption;
    private final GlobalOptions options = new GlobalOptions();
    private boolean isWarned;

    /**
     * A context with options that are yet to be parsed.
     *
     * @param console      for output
     * @param interruption by which the command may be ended
     */
    public CommandContext(final Console console, final Interruption interruption) {
        this.console = console;
        this.interruption = interruption;
    }

    /** For output. */
    public Console console() {
        return console;
    }

    /** By which the command may be ended. */
    public Interruption interruption() {
        return interruption;
    }

    /** The options that every command has. */
    public GlobalOptions options() {
        return options;
    }

    /** Whether data is to be JSON. */
    public boolean isJson() {
        return options.format() == OutputFormat.JSON;
    }

    /**
     * Open the trace directory, and tell people once if it is not in memory.
     *
     * @throws io.ringside.transport.RingsideException if it cannot be used
     */
    public TraceDirectory openDirectory() {
        return openDirectory(null);
    }

    /**
     * Open the trace directory for a group, and tell people if it is not in memory.
     *
     * @param group by name or number; null for whomever the directory is for
     * @throws io.ringside.transport.RingsideException if it cannot be used, or is not for the group
     */
    public TraceDirectory openDirectory(final @Nullable String group) {
        final Path path = options.directory();
        final TraceDirectory directory = group != null
                ? TraceDirectory.openForGroup(path == null ? TraceDirectory.defaultPath() : path, group)
                : path == null ? TraceDirectory.open() : TraceDirectory.open(path);
        if (!isWarned) {
            directory.warning().ifPresent(console::tell);
            isWarned = true;
        }
        return directory;
    }
}
