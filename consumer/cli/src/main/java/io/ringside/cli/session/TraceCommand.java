package io.ringside.cli.session;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.option.ProviderSelector;
import io.ringside.cli.render.SessionLines;
import io.ringside.cli.session.EnablementOptions.Target;
import io.ringside.cli.session.ProviderTarget.KnownProvider;
import io.ringside.cli.session.RecordCommand.RecorderState;
import io.ringside.cli.session.StopCommand.StopReport;
import io.ringside.control.Controller;
import io.ringside.control.Outcome.Answers.ProcessAnswer;
import io.ringside.control.Outcome.Answers.ProcessAnswer.State;
import io.ringside.control.ProviderInfo;
import io.ringside.control.SessionProfile;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import io.ringside.session.LedgerTotals;
import io.ringside.session.SessionSettings;
import io.ringside.text.JsonRow;
import io.ringside.text.PlainText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingIdleStrategy;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ringside trace}: starts, enables, records and stops a session in one command. */
@Command(name = "trace", description = {
    "Record providers to a folder: start, enable, record and stop in one command.",
    "The command starts a session of its own, enables the providers in it and records it until --for is over or until "
            + "Ctrl-C. Then it stops the session and prints how many events were recorded, lost by cause, and filtered "
            + "by rate, and which processes have applied the enablement. While it runs, it also enables providers that "
            + "register later and match a wildcard."}, exitCodeList = {
                "0:the time is over, or the session was stopped by another command; no events were lost",
                "1:failed",
                "3:as 0, but events were lost",
                "130:interrupted; the recording is complete up to then"}, footer = {
                    "",
                    "Examples:",
                    "  ringside trace Orders --for 30s --to /var/tmp/orders",
                    "  ringside trace Risk 'Orders*' --level information --to /var/tmp/orders",
                    "  ringside trace --profile night --for 8h --to /var/tmp/night",
                    "  ringside tail /var/tmp/orders"})
public final class TraceCommand implements Callable<Integer> {
    private static final long IDLE_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long PROGRESS_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long END_NS = TimeUnit.SECONDS.toNanos(5);

    private final CommandContext context;

    @Parameters(arity = "0..*", paramLabel = "PROVIDER", description = {
        "Names or UUIDs of providers. An asterisk after the first character matches any characters, as in Orders*, "
                + "and an asterisk alone matches all names."})
    private List<ProviderSelector> providers = new ArrayList<>();

    @Option(names = "--to", paramLabel = "DIR", required = true, description = {
        "Folder to record to. It is new or empty."})
    private Path folder = Path.of("");

    @Option(names = "--for", paramLabel = "D", description = {
        "How long to record (default: until Ctrl-C)."})
    private @Nullable Duration duration;

    @Option(names = "--name", paramLabel = "NAME", description = {
        "Name of the session (default: trace-PID, with the process id of this command)."})
    private String name = "trace-" + ProcessHandle.current().pid();

    @Mixin
    private LaneOptions lanes = new LaneOptions();

    @Mixin
    private EnablementOptions options = new EnablementOptions();

    /**
     * Creates the command; the parser then sets its options.
     *
     * @param context environment of the command
     */
    public TraceCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        options.check(providers);
        final SessionSettings settings = settings();
        context.interruption().handle();
        final Path directory = context.makeDirectory(null);
        try (Controller controller = Controller.open(directory, context.console()::tell)) {
            final List<ProviderInfo> known = controller.providers();
            final List<Target> targets = options.targets(known, providers);
            options.unmatched(known, providers).forEach(pattern -> context.console().tell(
                    "no registered provider matches yet: provider=" + pattern
                            + ": those that register while this command runs are enabled"));
            targets.forEach(target -> target.report(context));
            final List<ProviderSelector> named = options.profile() == null ? providers : List.of();
            controller.start(lanes.forLogs(settings, named, directory, context.console()),
                    targets.stream().map(Target::request).toList());
            return trace(controller, targets);
        }
    }

    /** Records the started session, and stops it in every case. */
    private int trace(final Controller controller, final List<Target> targets) {
        Recorder recorder = null;
        boolean isStopped = false;
        try (Providers enabled = new Providers(controller, targets)) {
            recorder = Recorder.open(recorderContext());
            context.console().tell("recording: session=" + name + ", folder=" + recorder.folder()
                    + (duration == null ? ": press Ctrl-C to stop it" : ""));
            final RecorderState state = new RecorderState(recorder);
            enabled.start();
            record(recorder, state);
            enabled.end();
            final IdleStrategy idle = new SleepingIdleStrategy(IDLE_NS);
            while (!enabled.hasEnded()) {
                idle.idle(recorder.hasEnded() ? 0 : cycle(recorder, state));
            }
            final StopReport stop = recorder.hasEnded() ? null : stop(controller, recorder, state);
            isStopped = true;
            CloseHelper.close(recorder);
            return report(recorder, stop, enabled.answers());
        } finally {
            // After a failure, the events left in the rings are discarded.
            CloseHelper.quietClose(isStopped ? null : recorder);
            CloseHelper.quietClose(isStopped ? null : () -> controller.stop(name));
        }
    }

    private void record(final Recorder recorder, final RecorderState state) {
        final long startNs = System.nanoTime();
        final IdleStrategy idle = new SleepingIdleStrategy(IDLE_NS);
        long nextProgressNs = startNs + PROGRESS_INTERVAL_NS;
        while (!recorder.hasEnded() && !context.interruption().isRequested() && leftNs(startNs) > 0) {
            idle.idle(cycle(recorder, state));
            if (System.nanoTime() - nextProgressNs >= 0) {
                nextProgressNs += PROGRESS_INTERVAL_NS;
                context.console().progress(String.format(Locale.ROOT, "recorded %,d events, %,d lost%s",
                        recorder.events(), recorder.lostEvents(), duration == null
                                ? ""
                                : ", " + TimeUnit.NANOSECONDS.toSeconds(leftNs(startNs)) + " s left"));
            }
        }
    }

    private long leftNs(final long startNs) {
        return duration == null ? Long.MAX_VALUE : startNs + duration.toNanos() - System.nanoTime();
    }

    private int cycle(final Recorder recorder, final RecorderState state) {
        final int work = recorder.doWork();
        state.tellChanges(context.console());
        return work;
    }

    /**
     * Stops the session on another thread, because stopping waits until this one has recorded the remaining events.
     *
     * @return null if another command has stopped the session in the meantime
     */
    private @Nullable StopReport stop(final Controller controller, final Recorder recorder,
            final RecorderState state) {
        final FutureTask<StopReport> stop = new FutureTask<>(
                () -> StopReport.stop(controller, name, Controller.STOP_TIMEOUT));
        final Thread thread = new Thread(stop, "ringside-trace-stop");
        thread.setDaemon(true);
        thread.start();
        final IdleStrategy idle = new SleepingIdleStrategy(IDLE_NS);
        while (!stop.isDone()) {
            idle.idle(cycle(recorder, state));
        }
        final StopReport report = result(stop);
        final long endNs = System.nanoTime() + END_NS;
        while (!recorder.hasEnded() && (report == null || report.result().ended()) && System.nanoTime() - endNs < 0) {
            idle.idle(cycle(recorder, state));
        }
        return report;
    }

    private static @Nullable StopReport result(final FutureTask<StopReport> stop) {
        try {
            return stop.get();
        } catch (final ExecutionException e) {
            if (e.getCause() instanceof final RingsideException failure) {
                if (failure.code() == ErrorCode.NOT_FOUND) {
                    return null;
                }
                throw failure;
            }
            throw new RingsideException(ErrorCode.UNEXPECTED, "session cannot be stopped: reason=" + e.getCause()
                    + ": stop it with ringside stop", e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RingsideException(ErrorCode.UNEXPECTED, "interrupted while the session was being stopped: "
                    + "stop it with ringside stop", e);
        }
    }

    private int report(final Recorder recorder, final @Nullable StopReport stop, final List<ProviderAnswers> enabled) {
        if (context.isJson()) {
            final JsonRow row = RecordCommand.json(recorder);
            if (stop != null) {
                final LedgerTotals totals = stop.status().ledger().totals();
                SessionLines.putLostByCause(row, stop.lost()).put("sampledOut", totals.sampledOut())
                        .put("overLimit", totals.overLimit()).beginArray("advice");
                stop.advice().forEach(row::add);
                row.endArray();
            }
            row.beginArray("enabled");
            enabled.forEach(answers -> answers.put(row));
            context.console().print(row.endArray().end());
        } else {
            context.console().printPlain(RecordCommand.text(recorder));
            if (stop != null && stop.lost().total() > 0) {
                context.console().print("lost: " + SessionLines.losses(stop.lost()));
                stop.advice().forEach(context.console()::printPlain);
            }
            if (stop != null && stop.status().ledger().totals().filteredByRate() > 0) {
                context.console().print(filteredByRate(stop.status().ledger().totals()));
            }
            enabled.forEach(answers -> answers.lines().forEach(context.console()::printPlain));
        }
        if (stop != null) {
            stop.result().requireComplete();
        }
        final long lost = Math.max(recorder.lostEvents(), stop == null ? 0 : stop.lost().total());
        return context.interruption().isRequested()
                ? ExitCode.INTERRUPTED
                : recorder.unforcedFiles() > 0 ? ExitCode.FAILED : lost > 0 ? ExitCode.LOST : ExitCode.DONE;
    }

    private static String filteredByRate(final LedgerTotals totals) {
        return "filtered by rate: " + PlainText.count(totals.filteredByRate()) + " (sampledOut "
                + PlainText.count(totals.sampledOut()) + ", overLimit " + PlainText.count(totals.overLimit()) + ")";
    }

    private RecorderContext recorderContext() {
        return new RecorderContext(name, folder).directory(context.openDirectory())
                .errorHandler(context.console()::tellFailure);
    }

    private SessionSettings settings() {
        try {
            final SessionSettings.Builder builder = SessionSettings.builder(name);
            final SessionProfile profile = options.profile();
            if (profile != null) {
                profile.settings().asText().forEach(builder::set);
            }
            lanes.set(builder);
            return builder.build();
        } catch (final RingsideException e) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    LaneOptions.asTyped(e) + ": see ringside trace --help", e);
        }
    }

    /** Answers of processes to the enabling of a provider, even if they have ended since. Not thread-safe. */
    private static final class ProviderAnswers {
        private static final int KEPT_MAX = 10_000;
        private static final int SHOWN_MAX = 20;

        private final KnownProvider provider;
        /** Latest answers, by process. */
        private final Map<String, ProcessAnswer> answers = new LinkedHashMap<>();
        private boolean isCut;

        ProviderAnswers(final KnownProvider provider) {
            this.provider = provider;
        }

        void read(final Controller controller, final String session) {
            for (final ProcessAnswer answer : controller.answers(session, provider.id()).answers()) {
                if (answers.size() < KEPT_MAX || answers.containsKey(answer.process())) {
                    answers.put(answer.process(), answer);
                } else {
                    isCut = true;
                }
            }
        }

        void put(final JsonRow row) {
            row.beginElement().put("provider", provider.name()).put("id", provider.id()).put("cut", isCut);
            for (final State state : State.values()) {
                row.beginArray(state.name().toLowerCase(Locale.ROOT));
                texts(state).forEach(row::add);
                row.endArray();
            }
            row.endObject();
        }

        List<String> lines() {
            final List<String> lines = new ArrayList<>();
            lines.add("provider " + provider.name() + ": applied by " + shown(State.APPLIED));
            for (final State state : State.values()) {
                if (state != State.APPLIED && !texts(state).isEmpty()) {
                    lines.add("  " + switch (state) {
                        case REFUSED -> "not by those that could not attach: ";
                        default -> "not answered by ";
                    } + shown(state));
                }
            }
            if (isCut) {
                lines.add("  there were more processes: shown=" + KEPT_MAX);
            }
            return lines;
        }

        private List<String> texts(final State state) {
            return answers.values().stream().filter(answer -> answer.state() == state).map(ProcessAnswer::text)
                    .toList();
        }

        private String shown(final State state) {
            final List<String> processes = texts(state);
            final int count = processes.size();
            return count == 0
                    ? "no process"
                    : PlainText.count(count) + (count == 1 ? " process: " : " processes: ")
                            + PlainText.of(String.join(", ", processes.subList(0, Math.min(SHOWN_MAX, count))))
                            + (count > SHOWN_MAX ? ", ..." : "");
        }
    }

    /**
     * Tracks the answers of processes to the enabled providers, and enables providers that register while the command
     * runs and match a wildcard. Runs on its own thread.
     */
    private final class Providers implements AutoCloseable {
        private static final long INTERVAL_MS = 250;
        private static final long READ_SHARE = 20;
        private static final int TOLD_MAX = 100;

        private final Controller controller;
        private final boolean hasWildcards = !options.patterns(providers).isEmpty();
        private final Map<UUID, ProviderAnswers> enabled = new LinkedHashMap<>();
        private final Set<UUID> refused = new HashSet<>();
        private final CountDownLatch end = new CountDownLatch(1);
        private final Thread thread = new Thread(this::run, "ringside-trace-providers");
        private long nextReadNs = System.nanoTime();
        /** Messages that were reported and are not repeated. */
        private final Set<String> told = new HashSet<>();

        Providers(final Controller controller, final List<Target> targets) {
            this.controller = controller;
            targets.forEach(target -> enabled.put(target.provider().id(), new ProviderAnswers(target.provider())));
        }

        void start() {
            thread.setDaemon(true);
            thread.start();
        }

        /** Ends the thread, and waits for its current check. */
        @Override
        public void close() {
            end();
            try {
                thread.join();
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        /** Asks the thread to end. */
        void end() {
            end.countDown();
        }

        boolean hasEnded() {
            return !thread.isAlive();
        }

        /** Returns the answers of processes, to be called after the thread has ended. */
        List<ProviderAnswers> answers() {
            return List.copyOf(enabled.values());
        }

        private void run() {
            boolean isEnding;
            try {
                do {
                    // The last check follows the request to end, but precedes the end of the session.
                    isEnding = end.await(INTERVAL_MS, TimeUnit.MILLISECONDS);
                    lookAndTell(!isEnding);
                } while (!isEnding);
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        /** Checks the providers. A failure is reported once, and the next round tries again. */
        private void lookAndTell(final boolean isEnabling) {
            try {
                look(isEnabling);
            } catch (final RuntimeException e) {
                tellOnce("providers cannot be watched: reason="
                        + (e instanceof RingsideException ? e.getMessage() : e));
            }
        }

        private void tellOnce(final String text) {
            if (told.size() < TOLD_MAX && told.add(text)) {
                context.console().tell(text);
            }
        }

        private void look(final boolean isEnabling) {
            if (hasWildcards && isEnabling) {
                enableNew();
            }
            final long beginNs = System.nanoTime();
            if (!isEnabling || beginNs - nextReadNs >= 0) {
                enabled.values().forEach(this::read);
                // Limits reading to a twentieth of the time, as it takes long with many processes.
                nextReadNs = beginNs + READ_SHARE * (System.nanoTime() - beginNs);
            }
        }

        private void enableNew() {
            for (final ProviderInfo info : controller.providers()) {
                if (!enabled.containsKey(info.id())) {
                    enable(info);
                }
            }
        }

        private void read(final ProviderAnswers answers) {
            try {
                answers.read(controller, name);
            } catch (final RingsideException e) {
                // The enablement is not found if another command has disabled the provider, or has stopped the session.
                if (e.code() != ErrorCode.NOT_FOUND) {
                    tellOnce("answers of processes cannot be read: reason=" + e.getMessage());
                }
            }
        }

        private void enable(final ProviderInfo info) {
            try {
                final Optional<Target> target = options.matching(info, providers);
                if (target.isPresent()) {
                    controller.enable(name, target.get().request(), Duration.ZERO);
                    context.console().tell("provider was enabled: provider=" + info.name());
                    enabled.put(info.id(), new ProviderAnswers(target.get().provider()));
                }
            } catch (final RingsideException e) {
                // The next round tries again.
                if (end.getCount() > 0 && refused.add(info.id())) {
                    tellOnce("provider is not enabled: provider=" + info.name() + ", reason=" + e.getMessage());
                }
            }
        }
    }
}
