package io.ringside.cli.console;

import io.ringside.RingsideException;
import io.ringside.cli.console.GlobalOptions.OutputFormat;
import io.ringside.control.Controller;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The environment of a command. There is one for each run of the program. */
public final class CommandContext {
    private final Console console;
    private final Interruption interruption;
    private final TypedLines typedLines;
    private final GlobalOptions options = new GlobalOptions();
    private boolean isWarned;

    /**
     * A context with options that are yet to be parsed.
     *
     * @param console      for output
     * @param interruption by which the command may be ended
     */
    public CommandContext(final Console console, final Interruption interruption) {
        this(console, interruption, TypedLines.NONE);
    }

    /**
     * The same, where somebody may type while the command runs.
     *
     * @param console      for output
     * @param interruption by which the command may be ended
     * @param typedLines   while it runs
     */
    public CommandContext(final Console console, final Interruption interruption, final TypedLines typedLines) {
        this.console = console;
        this.interruption = interruption;
        this.typedLines = typedLines;
    }

    /** For output. */
    public Console console() {
        return console;
    }

    /** Returns the interruption that ends the command. */
    public Interruption interruption() {
        return interruption;
    }

    /** Returns the lines that are typed while the command runs. */
    public TypedLines typedLines() {
        return typedLines;
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
     * Write a plot, if one is wanted.
     *
     * @param file of the plot; null if none is wanted
     * @param svg  draws it
     * @throws RingsideException if the file cannot be written
     */
    public static void plot(final @Nullable Path file, final Supplier<String> svg) {
        if (file != null) {
            try {
                Files.writeString(file, svg.get());
            } catch (final IOException e) {
                throw RingsideException.ofFile("write the plot", file, e,
                        "choose a file in a writable folder with enough space");
            }
        }
    }

    /**
     * Open the trace directory for a command that reads or changes it. One that was named must exist:
     * a mistyped name makes nothing.
     *
     * @throws RingsideException if it cannot be used
     */
    public Path openDirectory() {
        final Path path = options.directory();
        return path == null ? makeDirectory(null) : Controller.requireDirectory(path, this::warn);
    }

    /**
     * Control the trace directory of {@link #openDirectory}, and report problems to the console.
     *
     * @throws RingsideException if it cannot be used
     */
    public Controller openController() {
        return Controller.open(openDirectory(), console::tell);
    }

    /**
     * Open the trace directory, and make it if it is absent.
     *
     * @param group that it is for, by name or number; null for whomever the directory is for
     * @throws RingsideException if it cannot be used, or is not for the group
     */
    public Path makeDirectory(final @Nullable String group) {
        return Controller.createDirectory(options.directory(), group, this::warn);
    }

    /** Warns once that it is not in memory. */
    private void warn(final String warning) {
        if (!isWarned) {
            console.tell(warning);
            isWarned = true;
        }
    }
}
