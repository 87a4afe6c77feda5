package io.ringside.cli.session;

import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.Console;
import io.ringside.cli.render.KnownDirectory;
import io.ringside.internal.agent.Autostart;
import io.ringside.internal.control.ControllerContext;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.drain.SessionBooks;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.recording.RecordingSinks;
import io.ringside.internal.registry.Registry;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/** A controller for the time of one command. For one thread. */
public final class ControlConnection implements AutoCloseable {
    private static final int MAX_SKIPPED = 1_000;

    private final Participant participant;
    private final Registry registry;
    private final SessionBooks books;
    private final DirectoryController controller;
    /** Files that were reported already: a command may read them several times. */
    private final Set<Path> skipped = new HashSet<>();

    private ControlConnection(final Participant participant, final Console console) {
        this.participant = participant;
        this.registry = new Registry(participant);
        this.books = new SessionBooks(participant.directory(), participant.files(), new RecordingSinks(),
                (path, reason) -> {
                    if (skipped.size() >= MAX_SKIPPED || skipped.add(path)) {
                        console.tell("file was skipped: path=" + path + ", reason=" + reason);
                    }
                });
        final ControllerContext context = new ControllerContext(registry, books);
        new Autostart(registry).run(context.lockTimeoutNs()).forEach(console::tell);
        controller = new DirectoryController(context);
    }

    /**
     * Connect to the trace directory of a command.
     *
     * @param context of the command
     * @throws io.ringside.RingsideException if the directory cannot be used
     */
    public static ControlConnection open(final CommandContext context) {
        return open(context.openDirectory(), context.console());
    }

    /**
     * Connect to a trace directory.
     *
     * @param directory to control
     * @param console   for messages about files that cannot be used
     * @throws io.ringside.RingsideException if the directory cannot be used
     */
    public static ControlConnection open(final TraceDirectory directory, final Console console) {
        return new ControlConnection(Participant.join(directory), console);
    }

    /** The controller. */
    public DirectoryController controller() {
        return controller;
    }

    /** Returns the ledgers of sessions and their drains. */
    public SessionBooks books() {
        return books;
    }

    /** Names for what rows refer to by id, as of now. */
    KnownDirectory known() {
        return KnownDirectory.of(controller, registry);
    }

    /** The content of the trace directory. */
    public Registry registry() {
        return registry;
    }

    @Override
    public void close() {
        participant.close();
    }
}
