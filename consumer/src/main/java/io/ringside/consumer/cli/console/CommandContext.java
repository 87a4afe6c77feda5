package io.ringside.consumer.cli.console;

import io.ringside.transport.directory.TraceDirectory;
import java.nio.file.Path;

/** What a command works with. One for each run of the program. */
public final class CommandContext {
    private final Console console;
    private final Interruption interruption;
    private final GlobalOptions options = new GlobalOptions();

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
     * Open the trace directory, and tell people if it is not in memory.
     *
     * @throws io.ringside.transport.RingsideException if it cannot be used
     */
    public TraceDirectory openDirectory() {
        final Path path = options.directory();
        final TraceDirectory directory = path == null ? TraceDirectory.open() : TraceDirectory.open(path);
        directory.warning().ifPresent(console::tell);
        return directory;
    }
}
