package io.ringside.cli.session;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.option.Arguments;
import io.ringside.cli.option.ProviderSelector;
import io.ringside.cli.render.SessionLines;
import io.ringside.cli.session.ProviderTarget.KnownProvider;
import io.ringside.cli.session.StopCommand.StopReport;
import io.ringside.control.Controller;
import io.ringside.event.Level;
import io.ringside.session.Enablement;
import io.ringside.session.SessionInfo;
import io.ringside.session.SessionSettings;
import io.ringside.text.JsonRow;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code ringside start}: starts a session, which collects events of its enabled providers until it is stopped. */
@Command(name = "start", description = {
    "Start a session.",
    "A session collects events of the providers that you enable in it. It runs until it is stopped, even after "
            + "this command has ended."}, footer = {
                "",
                "Examples:",
                "  ringside start trading",
                "  ringside start trading --lanes 8 --lane-size 1m",
                "  ringside start trading --hold      # ends the session on Ctrl-C",
                "  ringside start recorder --overflow drop-oldest",
                "  ringside start mine --private Orders"})
public final class StartCommand implements Callable<Integer> {
    private static final String BLOCK = "block";
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final CommandContext context;

    @Parameters(paramLabel = "NAME", description = "Name of the session; case does not matter.")
    private String name = "";

    @Mixin
    private LaneOptions lanes = new LaneOptions();

    @Option(names = "--overflow", paramLabel = "POLICY", description = {
        "What happens when a lane is full: drop-newest loses the new event; drop-oldest overwrites the oldest "
                + "events, which is overwrite mode, for snapshot; block[:BOUND] makes writers "
                + "wait for the drain, 100ms unless BOUND is given (default: drop-newest)."})
    private @Nullable String overflow;

    @Option(names = "--clock", paramLabel = "CLOCK", description = {
        "Clock that stamps the events: monotonic, or tsc for the processor's time-stamp counter. Reading tsc costs "
                + "about half as much. The command fails with the reason where tsc cannot be used (default: "
                + "monotonic)."})
    private @Nullable String clock;

    @Option(names = "--sequence", paramLabel = "KIND", description = {
        "Sequence numbers for messages of classic providers that ask for them: none, local to this session, or "
                + "global across all sessions with global numbers (default: none)."})
    private @Nullable String sequence;

    @Option(names = "--description", paramLabel = "TEXT", description = {
        "Text that describes the session (default: none)."})
    private @Nullable String description;

    @Option(names = "--group", paramLabel = "G", converter = Arguments.Name.class, description = {
        "Group whose members may write, control and read. The trace directory is created for this group, or must "
                + "already belong to it (default: as the directory is; a new one is yours alone)."})
    private @Nullable String group;

    @Option(names = "--private", paramLabel = "PROVIDER", description = {
        "Start one private session for each process that has registered PROVIDER, with all of its events enabled. "
                + "The first session is called NAME, the others NAME_PID (default: one session for all processes)."})
    private @Nullable ProviderSelector provider;

    @Option(names = "--pid", paramLabel = "P", description = {
        "Start a private session for this process only; requires --private (default: all processes)."})
    private @Nullable Long pid;

    @Option(names = "--hold", description = "Stay in the foreground, and end the session on Ctrl-C.")
    private boolean hold;

    /**
     * Creates the command; the parser then sets its options.
     *
     * @param context environment of the command
     */
    public StartCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        final SessionSettings settings = settings();
        if (pid != null && provider == null) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "--pid requires --private: pid=" + pid + ": add --private PROVIDER");
        }
        if (hold) {
            context.interruption().handle();
        }
        final Path directory = context.makeDirectory(group);
        try (Controller controller = Controller.open(directory, context.console()::tell)) {
            final List<SessionInfo> sessions = start(controller, lanes.forLogs(settings,
                    provider == null ? List.of() : List.of(provider), directory, context.console()));
            if (!hold) {
                sessions.forEach(this::print);
                return ExitCode.DONE;
            }
            return hold(controller, sessions);
        }
    }

    private List<SessionInfo> start(final Controller controller, final SessionSettings settings) {
        final ProviderSelector selected = provider;
        if (selected == null) {
            return List.of(controller.start(settings));
        }
        final KnownProvider known = KnownProvider.find(controller, selected);
        return controller.startPrivate(settings,
                known.request(Enablement.of(Level.MAX, 0, 0)),
                process -> pid == null || process.pid() == pid);
    }

    private int hold(final Controller controller, final List<SessionInfo> sessions) {
        List<SessionInfo> running = sessions;
        try {
            sessions.forEach(this::print);
            context.console().tell("session runs until this command ends: name=" + sessions.get(0).name()
                    + ": press Ctrl-C to stop it");
            while (!running.isEmpty() && !context.interruption().await(LOOK_NS)) {
                final List<SessionInfo> there = controller.sessions();
                running = sessions.stream()
                        .filter(session -> there.stream().anyMatch(other -> other.id() == session.id())).toList();
            }
        } finally {
            for (final SessionInfo session : running) {
                StopReport.stop(controller, session.name(), Controller.STOP_TIMEOUT).print(context);
            }
        }
        return running.isEmpty() ? ExitCode.DONE : ExitCode.INTERRUPTED;
    }

    private void print(final SessionInfo session) {
        final String state = SessionLines.state(session);
        context.console().printPlain(context.isJson()
                ? new JsonRow().put("name", session.name()).put("id", session.id()).put("state", state).end()
                : "session " + session.name() + " is " + state + " (id " + session.id() + ")");
    }

    private SessionSettings settings() {
        try {
            final SessionSettings.Builder builder = SessionSettings.builder(name);
            lanes.set(builder);
            setOverflow(builder);
            LaneOptions.set(builder, "clock", clock);
            LaneOptions.set(builder, "sequence", sequence);
            LaneOptions.set(builder, "description", description);
            return builder.build();
        } catch (final RingsideException e) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, LaneOptions.asTyped(e)
                    .replace("blockBoundNs", "--overflow block, bound in ns") + ": see ringside start --help", e);
        }
    }

    private void setOverflow(final SessionSettings.Builder builder) {
        if (overflow != null && overflow.startsWith(BLOCK + ":")) {
            builder.set("overflow", BLOCK);
            builder.blockBoundNs(bound(overflow.substring(BLOCK.length() + 1)));
        } else {
            LaneOptions.set(builder, "overflow", overflow);
        }
    }

    private static long bound(final String text) {
        try {
            return Arguments.duration(text).toNanos();
        } catch (final TypeConversionException e) {
            throw RingsideException.invalidArgument("invalid bound of --overflow " + BLOCK + ": " + e.getMessage());
        }
    }
}
