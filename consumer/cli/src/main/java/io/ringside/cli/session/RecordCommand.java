package io.ringside.cli.session;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.Console;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.option.Arguments;
import io.ringside.cli.option.EventSources;
import io.ringside.cli.option.SelectionOptions;
import io.ringside.control.Controller;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import io.ringside.session.SessionInfo;
import io.ringside.text.JsonRow;
import io.ringside.text.PlainText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.agrona.CloseHelper;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingIdleStrategy;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code ringside record}: takes the events of a session and writes them to a recording. */
@Command(name = "record", description = {
    "Record a session to a folder, or filter and merge recordings.",
    "A session is recorded until it ends or until Ctrl-C. Every event and every gap is recorded exactly once, "
            + "even if the recorder is killed and started again with the same folder. Read the recording with "
            + "tail, also while it grows.",
    "If the sources are folders of recordings, a new recording is written. It contains the events that match "
            + "--where, --since and --until, merged by time. The sources do not change. Losses are carried over, "
            + "and events that do not match are counted."}, exitCodeList = {
                "0:the session has ended, or all recordings were read; no events were lost",
                "1:failed, or a recording is damaged, or the disk has not stored a file, or an action of a trigger "
                        + "failed",
                "3:as 0, but events were lost or are missing",
                "130:interrupted"}, footer = {
                    "",
                    "Examples:",
                    "  ringside record trading --to /var/tmp/trading",
                    "  ringside record trading --to /var/tmp/trading --mode circular --max-size 1g",
                    "  ringside record alarms --to /var/tmp/alarms --trigger 'level <= ERROR' \\",
                    "    --then snapshot:recorder:/var/tmp/around",
                    "  ringside tail /var/tmp/trading --follow",
                    "  ringside record /var/tmp/trading --to /var/tmp/large --where 'size >= 100'"})
public final class RecordCommand implements Callable<Integer> {
    private static final long IDLE_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long PROGRESS_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    private final CommandContext context;

    @Parameters(paramLabel = "SOURCE", arity = "1..*", description = "Name of a session, or folders of recordings.")
    private List<String> sources = new ArrayList<>();

    @Mixin
    private SelectionOptions selection = new SelectionOptions();

    @Option(names = "--to", paramLabel = "DIR", required = true, description = {
        "Folder to record to. It is new, empty, or holds a recording of this session, which is continued; with "
                + "--mode append it may hold one of another session. For recordings as sources it is new or empty."})
    private Path folder = Path.of("");

    @Option(names = "--mode", paramLabel = "MODE", description = {
        "How the recording grows: sequential ends the session at --max-size; circular removes the oldest files at "
                + "--max-size or --max-age; newfile begins a file at each roll, at --max-size and at each flush; "
                + "append is sequential and also continues the recording of another session (default: sequential)."})
    private RecorderContext.Mode mode = RecorderContext.Mode.SEQUENTIAL;

    @Option(names = "--max-size", paramLabel = "SIZE", converter = Arguments.Size.class, description = {
        "Size limit of the recording, or of each file with --mode newfile: at least 1m, with --mode circular at "
                + "least 4m (default: no limit)."})
    private long maxBytes;

    @Option(names = "--max-age", paramLabel = "D", description = {
        "Age at which files are removed; requires --mode circular (default: no limit)."})
    private Duration maxAge = Duration.ZERO;

    @Option(names = "--roll", paramLabel = "CYCLE", converter = CycleConverter.class, description = {
        "How often a new file is begun: secondly, five-minutely, hourly or daily (default: hourly)."})
    private RecorderContext.RollInterval roll = RecorderContext.RollInterval.HOURLY;

    @Option(names = "--min-free", paramLabel = "SIZE", converter = Arguments.Size.class, description = {
        "Free disk space below which recording pauses and the session's rings fill up; filtering recordings fails "
                + "below it (default: 8m)."})
    private @Nullable Long minFree;

    @Option(names = "--no-force", description = {
        "Do not wait until the disk has stored a file that is complete, and the last one at the end. A disk that fails "
                + "to store what was written is then not noticed."})
    private boolean noForce;

    @Option(names = "--delay-open", description = {
        "Create the first file with the first event or loss instead of at once."})
    private boolean delayOpen;

    @ArgGroup(exclusive = false)
    private @Nullable TriggerOptions trigger;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /**
     * Creates the command; the parser then sets its options.
     *
     * @param context environment of the command
     */
    public RecordCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        checkLimits(spec, new RecorderContext("", folder).mode(mode).maxBytes(maxBytes).maxAgeNs(maxAge.toNanos()));
        final List<Path> recordings = EventSources.recordings(sources);
        if (!recordings.isEmpty() || sources.size() > 1) {
            requireRecordings(recordings);
            return new Rewrite(context, selection, recordings, folder).call(modeOfRewriting(), maxBytes, minFree);
        }
        if (selection.isSelective()) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "--where, --since and --until apply to recordings, not to a session: session="
                            + sources.get(0) + ": restrict the session with enable " + sources.get(0)
                            + " PROVIDER --payload EXPR, or filter its recording when it is complete");
        }
        try {
            return recordSession(sources.get(0));
        } catch (final RingsideException e) {
            throw e.code() == ErrorCode.NOT_FOUND ? EventSources.noSource(sources.get(0), e) : e;
        }
    }

    private void requireRecordings(final List<Path> recordings) {
        if (!EventSources.areRecordings(sources)) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, recordings.isEmpty()
                    ? "several sources must all be folders of recordings: sources=" + sources
                            + ": record each session to a folder of its own"
                    : "sessions and recordings cannot be recorded together: sources=" + sources
                            + ", recordings=" + recordings
                            + ": record the sessions first, then merge their recordings");
        }
    }

    private int recordSession(final String name) {
        context.interruption().handle();
        final TriggerOptions wanted = trigger;
        // Opened first, so that an invalid trigger is rejected before anything is recorded.
        final RecordedTrigger opened = wanted == null ? null : RecordedTrigger.of(context, wanted);
        final List<Recorder> recorders = new ArrayList<>();
        try (opened) {
            recorders.addAll(open(name));
            try {
                record(recorders, opened);
            } finally {
                CloseHelper.closeAll(recorders);
            }
            look(opened, recorders);
        }
        recorders.forEach(this::report);
        if (context.interruption().isRequested()) {
            return ExitCode.INTERRUPTED;
        }
        if ((opened != null && opened.hasFailed())
                || recorders.stream().anyMatch(recorder -> recorder.unforcedFiles() > 0)) {
            return ExitCode.FAILED;
        }
        return recorders.stream().mapToLong(Recorder::lostEvents).sum() > 0
                ? ExitCode.LOST
                : ExitCode.DONE;
    }

    /** Opens all recorders, or none. */
    private List<Recorder> open(final String name) {
        final List<Recorder> recorders = new ArrayList<>();
        boolean complete = false;
        try {
            for (final String session : sessions(name)) {
                recorders.add(Recorder.open(settings(session, folderOf(session, name))));
            }
            complete = true;
            return recorders;
        } finally {
            if (!complete) {
                CloseHelper.quietCloseAll(recorders.stream().<AutoCloseable>map(each -> each::abandon).toList());
            }
        }
    }

    /** Returns the sessions to record: a private session with all that were started together with it. */
    private List<String> sessions(final String name) {
        try (Controller controller = context.openController()) {
            return controller.sessionsTogether(name).stream().map(SessionInfo::name).toList();
        }
    }

    /** Returns the folder of a session: for further sessions, it ends with the pid, as their names do. */
    private Path folderOf(final String session, final String name) {
        final String suffix = session.substring(name.length());
        return suffix.isEmpty() ? folder : folder.resolveSibling(folder.toAbsolutePath().getFileName() + suffix);
    }

    private RecorderContext settings(final String session, final Path to) {
        final RecorderContext settings = new RecorderContext(session, to).directory(context.openDirectory())
                .roll(roll)
                .mode(mode).maxBytes(maxBytes).maxAgeNs(maxAge.toNanos()).opensLate(delayOpen)
                .force(!noForce)
                .errorHandler(context.console()::tellFailure);
        if (minFree != null) {
            settings.minFreeBytes(minFree);
        }
        return settings;
    }

    /** Rejects contradictory limits, with the names of the command's options. */
    static void checkLimits(final CommandSpec spec, final RecorderContext settings) {
        try {
            settings.checkLimits();
        } catch (final RingsideException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage())
                    .replace("maxBytes=", "--max-size=").replaceAll("maxAgeNs=(\\d+)", "--max-age=$1ns"), e);
        }
    }

    /**
     * Returns the mode for filtering recordings. Rejects options that apply only to recording a session, because a
     * filtered recording is not rolled, overwritten or continued.
     */
    private RecorderContext.Mode modeOfRewriting() {
        final boolean isForSession = mode == RecorderContext.Mode.CIRCULAR || mode == RecorderContext.Mode.APPEND
                || delayOpen || trigger != null || spec.commandLine().getParseResult().hasMatchedOption("--roll");
        if (isForSession) {
            throw new ParameterException(spec.commandLine(), "option applies only to recording a session: sources="
                    + sources + ": filter recordings with --mode sequential or newfile, and without --roll, "
                    + "--delay-open and --trigger");
        }
        return mode;
    }

    private void record(final List<Recorder> recorders, final @Nullable RecordedTrigger looking) {
        final IdleStrategy idle = new SleepingIdleStrategy(IDLE_NS);
        final List<RecorderState> states = recorders.stream().map(RecorderState::new).toList();
        long nextProgressNs = System.nanoTime() + PROGRESS_INTERVAL_NS;
        look(looking, recorders);
        while (recorders.stream().anyMatch(recorder -> !recorder.hasEnded())
                && !context.interruption().isRequested()) {
            int work = 0;
            for (final Recorder recorder : recorders) {
                work += recorder.doWork();
            }
            look(looking, recorders);
            idle.idle(work);
            states.forEach(state -> state.tellChanges(context.console()));
            final long nowNs = System.nanoTime();
            if (nowNs - nextProgressNs >= 0) {
                nextProgressNs = nowNs + PROGRESS_INTERVAL_NS;
                context.console().progress(String.format(Locale.ROOT, "recorded %,d events, %,d lost",
                        recorders.stream().mapToLong(Recorder::events).sum(),
                        recorders.stream().mapToLong(Recorder::lostEvents).sum()));
            }
        }
    }

    private static void look(final @Nullable RecordedTrigger looking, final List<Recorder> recorders) {
        if (looking != null) {
            recorders.forEach(looking::look);
        }
    }

    private void report(final Recorder recorder) {
        context.console().print(context.isJson() ? json(recorder).end() : PlainText.of(text(recorder)));
    }

    /** Returns the summary of a recording as JSON. */
    static JsonRow json(final Recorder recorder) {
        return new JsonRow().begin().put("name", recorder.sessionName()).put("recorded", recorder.events())
                // Nobody knows how many are in files that are not stored.
                .put("lost", recorder.unforcedFiles() > 0 ? null : (Long) recorder.lostEvents())
                .put("discarded", recorder.discardedEvents()).put("bytes", recorder.bytes())
                .put("unforcedFiles", recorder.unforcedFiles()).put("folder", recorder.folder().toString());
    }

    /** Returns the summary of a recording, for people. */
    static String text(final Recorder recorder) {
        if (recorder.unforcedFiles() > 0) {
            return String.format(Locale.ROOT, "recorded %,d events, unknown how many of them are lost: the disk has "
                    + "not stored %,d of the files, %,d bytes: %s", recorder.events(), recorder.unforcedFiles(),
                    recorder.bytes(), recorder.folder());
        }
        return String.format(Locale.ROOT, "recorded %,d events, %,d lost%s, %,d bytes: %s",
                recorder.events(), recorder.lostEvents(),
                recorder.discardedEvents() > 0
                        ? String.format(Locale.ROOT, " (%,d discarded)", recorder.discardedEvents())
                        : "",
                recorder.bytes(), recorder.folder());
    }

    /** Parses the roll interval. Stateless. */
    static final class CycleConverter implements ITypeConverter<RecorderContext.RollInterval> {
        @Override
        public RecorderContext.RollInterval convert(final String text) {
            final String typed = text.toLowerCase(Locale.ROOT);
            return Arrays.stream(RecorderContext.RollInterval.values()).filter(interval -> word(interval).equals(typed))
                    .findFirst()
                    .orElseThrow(
                            () -> new TypeConversionException("invalid roll interval '" + text + "': expected one of "
                                    + Arrays.stream(RecorderContext.RollInterval.values()).map(CycleConverter::word)
                                            .collect(Collectors.joining(", "))));
        }

        private static String word(final RecorderContext.RollInterval interval) {
            return interval.name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Reports changes of a recorder's state, each once. Not thread-safe. */
    static final class RecorderState {
        private final Recorder recorder;
        private boolean stalled;
        private boolean full;
        private Path folder;

        RecorderState(final Recorder recorder) {
            this.recorder = recorder;
            this.folder = recorder.folder();
        }

        void tellChanges(final Console console) {
            if (!recorder.folder().equals(folder)) {
                folder = recorder.folder();
                console.tell("recording continues in another folder: path=" + folder);
            }
            if (recorder.isStalled() != stalled) {
                stalled = recorder.isStalled();
                console.tell(stalled
                        ? "disk is almost full, or a file as long as this process may write, recording is paused: path="
                                + folder + ": free some space, or raise the limit of file sizes, prlimit --fsize"
                        : "disk has space again, recording continues: path=" + folder);
            }
            if (recorder.isFull() && !full) {
                full = true;
                console.tell("recording has reached its size limit, the session is being stopped: path=" + folder
                        + ", bytes=" + recorder.bytes() + ": start the session again and record to another folder");
            }
        }
    }
}
