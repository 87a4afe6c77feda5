package io.ringside.cli.session;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.Console;
import io.ringside.cli.console.ExitCode;
import io.ringside.control.Controller;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ringside top}: shows the activity of a trace directory on the whole screen. */
@Command(name = "top", description = {
    "Watch sessions, providers, lanes and counters on the whole screen, and switch providers on and off.",
    "The command takes no events and costs traced processes nothing, unless counters are shown that a process has to "
            + "be asked for. Press ? for a list of keys, q to quit.",
    "Without a terminal, or with --once, the table is printed once, after one interval."}, footer = {
        "",
        "Examples:",
        "  ringside top",
        "  ringside top --view lanes --sort ring --interval 500ms",
        "  ringside top --once --view providers --filter orders"})
public final class TopCommand implements Callable<Integer> {
    private static final Duration MIN_INTERVAL = Duration.ofMillis(100);

    private final CommandContext context;

    @Option(names = "--view", paramLabel = "sessions|providers|lanes|counters", description = {
        "What to show first (default: sessions)."})
    private TopModel.View view = TopModel.View.SESSIONS;

    @Option(names = "--sort", paramLabel = "COLUMN", description = {
        "Heading of the column to sort by, such as 'lost/s' (default: the order of listings)."})
    private @Nullable String sort;

    @Option(names = "--filter", paramLabel = "TEXT", description = {
        "Show only rows that contain this text, in upper or lower case (default: all)."})
    private String filter = "";

    @Option(names = "--interval", paramLabel = "D", description = {
        "Time between two readings, at least 100ms (default: 1s)."})
    private Duration interval = Duration.ofSeconds(1);

    @Option(names = "--once", description = "Print one interval and exit.")
    private boolean once;

    /**
     * Creates the command; the parser then sets its options.
     *
     * @param context environment of the command
     */
    public TopCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        if (interval.compareTo(MIN_INTERVAL) < 0) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "option is out of range: option=--interval, valueMs="
                            + interval.toMillis() + ", minMs=" + MIN_INTERVAL.toMillis() + ": see ringside top --help");
        }
        context.interruption().handle();
        final Path directory = context.openDirectory();
        final TopModel model = new TopModel(directory.toString(), view);
        model.filter(filter);
        if (sort != null && !model.sort(sort)) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "view has no such column: column=" + sort
                    + ", columns=" + model.headings() + ": give one of these to --sort");
        }
        return once || context.isJson() || !context.console().isDrawing()
                ? print(directory, model)
                : watch(directory, model);
    }

    private int print(final Path directory, final TopModel model) {
        try (Controller controller = Controller.open(directory, context.console()::tell);
                TopReading.Reader reader = new TopReading.Reader(controller)) {
            final boolean withCounters = view == TopModel.View.COUNTERS;
            reader.read(withCounters);
            if (context.interruption().await(interval.toNanos())) {
                return ExitCode.INTERRUPTED;
            }
            final TopReading reading = reader.read(withCounters);
            model.show(reading);
            reading.problems().forEach(context.console()::tell);
            if (context.isJson()) {
                model.json().forEach(context.console()::print);
            } else {
                model.text().forEach(context.console()::print);
            }
        }
        return ExitCode.DONE;
    }

    private int watch(final Path directory, final TopModel model) {
        // The model shows the messages, because lines on standard error would overwrite the screen.
        final ByteArrayOutputStream told = new ByteArrayOutputStream();
        final EnablementSwitch.Memory memory = new EnablementSwitch.Memory();
        try (Controller controller = Controller.open(directory,
                new Console(OutputStream.nullOutputStream(), told, false, false)::tell);
                TopReading.Reader reader = new TopReading.Reader(controller);
                TopScreen screen = TopScreen.open(context.console().data(), context.console().isColoured(),
                        context.interruption()::request)) {
            long nextNs = System.nanoTime();
            TopModel.View read = model.view();
            while (!model.isQuit() && !context.interruption().isRequested()) {
                if (System.nanoTime() - nextNs >= 0 || read != model.view()) {
                    nextNs = System.nanoTime() + interval.toNanos();
                    if (!model.isPaused() || read != model.view()) {
                        read = model.view();
                        model.show(reader.read(read == TopModel.View.COUNTERS));
                    }
                }
                if (told.size() > 0) {
                    model.tell(told.toString(StandardCharsets.UTF_8).strip(), true);
                    told.reset();
                }
                final int columns = screen.columns();
                screen.draw(model.frame(columns, screen.rows()));
                final TopKey key = screen.read(nextNs - System.nanoTime());
                if (key != null && model.press(key).map(each -> flip(each, controller, memory, model)).isPresent()) {
                    model.show(reader.read(read == TopModel.View.COUNTERS));
                }
            }
        }
        return model.isQuit() ? ExitCode.DONE : ExitCode.INTERRUPTED;
    }

    private static boolean flip(final EnablementSwitch which, final Controller controller,
            final EnablementSwitch.Memory memory, final TopModel model) {
        try {
            model.tell(memory.flip(which, controller), false);
        } catch (final RingsideException e) {
            model.tell(String.valueOf(e.getMessage()), true);
        }
        return true;
    }
}
