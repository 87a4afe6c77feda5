package io.ringside.cli.console;

import io.ringside.RingsideException;
import io.ringside.cli.console.GlobalOptions.OutputFormat;
import io.ringside.control.Controller;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The environment of a command: console, interruption, typed lines and global options. One for each run. */
public final class CommandContext {
    private final Console console;
    private final Interruption interruption;
    private final TypedLines typedLines;
    private final GlobalOptions options = new GlobalOptions();
    private boolean isWarned;

    /**
     * Creates a context whose options have not been parsed yet.
     *
     * @param console      for output
     * @param interruption that can end the command early
     */
    public CommandContext(final Console console, final Interruption interruption) {
        this(console, interruption, TypedLines.NONE);
    }

    /**
     * Creates a context for a command during which the user may type lines.
     *
     * @param console      for output
     * @param interruption that can end the command early
     * @param typedLines   lines that the user types while the command runs
     */
    public CommandContext(final Console console, final Interruption interruption, final TypedLines typedLines) {
        this.console = console;
        this.interruption = interruption;
        this.typedLines = typedLines;
    }

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

    /** Returns the options that every command has. */
    public GlobalOptions options() {
        return options;
    }

    /** Whether data is to be JSON. */
    public boolean isJson() {
        return options.format() == OutputFormat.JSON;
    }

    /**
     * Write a plot to a file, if a file was given.
     *
     * @param file of the plot; null for no plot
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
     * Open the trace directory for a command that reads or changes it. A directory that was named must exist, so that a
     * mistyped name creates nothing.
     *
     * @throws RingsideException if it cannot be used
     */
    public Path openDirectory() {
        final Path path = options.directory();
        return path == null ? makeDirectory(null) : Controller.requireDirectory(path, this::warn);
    }

    /**
     * Open a controller of the directory of {@link #openDirectory}, which reports problems to the console.
     *
     * @throws RingsideException if it cannot be used
     */
    public Controller openController() {
        return Controller.open(openDirectory(), console::tell);
    }

    /**
     * Open the trace directory, and create it if it is absent.
     *
     * @param group that shares the directory, by name or number; null to keep the directory's own group
     * @throws RingsideException if it cannot be used, or belongs to another group
     */
    public Path makeDirectory(final @Nullable String group) {
        return Controller.createDirectory(options.directory(), group, this::warn);
    }

    /** Prints a warning about the directory, such as that it is not in memory; only the first one is printed. */
    private void warn(final String warning) {
        if (!isWarned) {
            console.tell(warning);
            isWarned = true;
        }
    }
}
