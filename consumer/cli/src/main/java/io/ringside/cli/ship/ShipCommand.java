package io.ringside.cli.ship;

import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.counters.CounterEvents;
import io.ringside.cli.option.Arguments;
import io.ringside.internal.export.OtlpShipEncoder;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.recording.RecordingExcerpts;
import io.ringside.internal.ship.HostLink;
import io.ringside.internal.ship.LinkThread;
import io.ringside.internal.ship.LiveBuffer;
import io.ringside.internal.ship.ShipCarrier;
import io.ringside.internal.ship.ShipContext;
import io.ringside.internal.ship.ShipMessages;
import io.ringside.internal.ship.ShipTask;
import io.ringside.text.JsonRow;
import io.ringside.text.PlainText;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.CloseHelper;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ringside ship}: a recording to another place. */
@Command(name = "ship", description = {
    "Send a recording, or a session without one, through Kafka or Aeron.",
    "A recording is sent while it is recorded or later. Everything is sent once, in the order of the recording: "
            + "events, losses, schemas and names. The broker or the Archive keeps the position, so that the next "
            + "'ringside ship' of the same recording continues there, also after a crash. "
            + "If it cannot be reached, the recording grows on the disk, and no event is lost as long as it "
            + "is not circular. The command ends when the recording has ended, or with Ctrl-C. 'ringside receive' "
            + "writes the recording at the other end.",
    "With --live, a session is sent that nobody records. Its events wait in a buffer in memory until they were "
            + "accepted, also if the command is killed and started again. If the buffer is full, the oldest "
            + "events in it are lost; if the machine goes down, all of them. A recording on a disk loses neither.",
    "Libraries must be beside ringside.jar: kafka-clients-4.3.1.jar for kafka://, and aeron-client-1.51.0.jar, "
            + "aeron-driver-1.51.0.jar and aeron-archive-1.51.0.jar for aeron://."}, exitCodeList = {
                "0:the recording or session has ended and was shipped",
                "3:the same, but in this run events were found to be gone before they were shipped; with --live, or "
                        + "lost in the session"}, footer = {
                            "",
                            "Examples:",
                            "  ringside ship /var/tmp/trading --to kafka://broker:9092/trading",
                            "  ringside ship /var/tmp/trading --to kafka://b1:9092,b2:9092/trading --property "
                                    + "compression.type=zstd",
                            "  ringside ship /var/tmp/trading --to kafka://broker:9093/trading --properties "
                                    + "client.properties",
                            "  ringside ship /var/tmp/trading --to kafka://broker:9092/trading-json --as jsonl --once",
                            "  ringside ship /var/tmp/trading --to aeron://archive:8010/trading",
                            "  ringside ship trading --live --to kafka://broker:9092/trading",
                            "  ringside ship trading --live --counters \"*(*)\\*\" --to kafka://broker:9092/trading"})
public final class ShipCommand implements Callable<Integer> {
    private static final long IDLE_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long PROGRESS_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    /** After Ctrl-C. */
    private static final long FINISH_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);

    private final CommandContext context;
    private final CommandRunner runner;

    @Parameters(paramLabel = "SOURCE", description = "Folder of the recording; with --live, name of the session.")
    private String source = "";

    @Option(names = "--to", required = true, paramLabel = "ADDRESS", description = {
        "Where to send it: kafka://HOST:PORT[,HOST:PORT]/TOPIC, whose topics TOPIC and TOPIC.state are created if "
                + "they do not exist, or aeron://HOST:PORT/TOPIC with the port of the Archive's control channel, "
                + "whose next port takes the data."})
    private String to = "";

    @Mixin
    private CarrierOptions carrier = new CarrierOptions();

    @Option(names = "--host", paramLabel = "NAME", description = {
        "Name of this machine, as receivers see it (default: its host name)."})
    private @Nullable String host;

    @Option(names = "--as", paramLabel = "FORMAT", description = {
        "What to send: ringside, which 'ringside receive' turns into the same recording; or, through Kafka only, "
                + "jsonl, a record with a JSON object for each event and loss, for other consumers, as "
                + "'ringside export' writes it, or otlp, records with up to 512 of them, which OpenTelemetry's "
                + "Kafka receiver reads (default: ringside)."})
    private Form form = Form.RINGSIDE;

    @Option(names = "--once", description = {
        "End as soon as everything was sent that is recorded now."})
    private boolean once;

    @Option(names = "--live", description = {
        "Send a session that nobody records, until it ends."})
    private boolean live;

    @Option(names = "--max-size", paramLabel = "SIZE", converter = Arguments.Size.class, description = {
        "With --live, size of the buffer in memory, at least 4m (default: 64m)."})
    private long maxBytes = LiveBuffer.DEFAULT_BYTES;

    @Option(names = "--counters", paramLabel = "PATH", description = {
        "With --live, also send samples of these counters, with or without wildcards, as events of the provider "
                + "Ringside-Counters, which is enabled in the session. Repeatable (default: none)."})
    private List<String> counters = new ArrayList<>();

    @Option(names = "--counter-interval", paramLabel = "D", description = {
        "Time between samples of counters, at least 10ms (default: 1s)."})
    private Duration counterInterval = Duration.ofSeconds(1);

    @Option(names = "--allow-control", description = {
        "Let everybody who can write to the topic TOPIC.link, or use the Archive, run enable, disable and snapshot "
                + "here with 'ringside remote'. Give it to one 'ringside ship' of a host, as each one that has it runs "
                + "the command (default: they are refused)."})
    private boolean allowControl;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** The form in which a recording is sent. */
    enum Form {
        /** The recording. */
        RINGSIDE,
        /** Lines of JSON. */
        JSONL,
        /** Requests of OTLP. */
        OTLP;

        void apply(final ShipContext settings) {
            if (this == OTLP) {
                settings.encoder(OtlpShipEncoder::new);
            } else {
                settings.lines(this == JSONL);
            }
        }
    }

    /** Whether the carrier has everything that was taken from the session. */
    private boolean accepted;

    /**
     * A command that is yet to be parsed.
     *
     * @param context to work with
     * @param runner  of commands that other hosts ask for
     */
    public ShipCommand(final CommandContext context, final CommandRunner runner) {
        this.context = context;
        this.runner = runner;
    }

    @Override
    public Integer call() {
        checkOptions();
        final ShipContext settings = carrier.context(to, context, once).host(host == null ? hostName() : host);
        form.apply(settings);
        final ShipCarrier found = ShipCarrier.find(settings.scheme());
        context.interruption().handle();
        return live ? shipLive(found, settings) : ship(found, settings, Path.of(source), null);
    }

    private void checkOptions() {
        if (live && once) {
            throw new ParameterException(spec.commandLine(), "--once is for recordings, a session is sent until it "
                    + "ends: source=" + source + ": give --once or --live");
        }
        if (allowControl && once) {
            throw new ParameterException(spec.commandLine(), "--allow-control is for a command that stays, and --once "
                    + "ends it: source=" + source + ": give one of them");
        }
        if (!live && (!counters.isEmpty() || spec.commandLine().getParseResult().hasMatchedOption("--max-size"))) {
            throw new ParameterException(spec.commandLine(), "--counters and --max-size are for sessions, and need "
                    + "--live: source=" + source);
        }
    }

    private int shipLive(final ShipCarrier found, final ShipContext settings) {
        final int exitCode;
        final LiveBuffer buffer = LiveBuffer.open(TraceDirectory.open(context.openDirectory()), source, maxBytes,
                context.console()::tellFailure);
        boolean isShipped = false;
        try (buffer) {
            context.console().tell("events wait in memory until the broker has accepted them: buffer="
                    + buffer.folder() + ", maxBytes=" + maxBytes + ": what does not fit while the broker is "
                    + "unreachable is lost and counted, and what waits is lost when the machine goes down; to lose "
                    + "neither, record the session and ship the recording");
            final CounterEvents samples = counters.isEmpty()
                    ? null
                    : CounterEvents.open(context, source, counters, counterInterval);
            try (samples) {
                exitCode = ship(found, settings, buffer.folder(), buffer);
            }
            isShipped = accepted;
        } finally {
            if (!isShipped) {
                context.console().tell("some events still wait in memory: buffer=" + buffer.folder()
                        + ": continue with the same command, or, if the session has ended, with 'ringside ship "
                        + buffer.folder() + " --once --to " + to + "'");
            }
        }
        if (isShipped) {
            buffer.remove();
        }
        return exitCode == ExitCode.DONE && buffer.lostEvents() > 0 ? ExitCode.LOST : exitCode;
    }

    private int ship(final ShipCarrier found, final ShipContext settings, final Path recording,
            final @Nullable LiveBuffer buffer) {
        final ExecutorService commands = HostLink.commandThread();
        LinkThread link = null;
        try (ShipTask task = found.ship(settings, recording);
                ShipCounters shown = ShipCounters.open(context,
                        settings.topic() + " " + RecordingExcerpts.idOf(recording))) {
            long progressNs = System.nanoTime();
            while (!task.hasEnded() && !(once && task.hasCaughtUp()) && !context.interruption().isRequested()) {
                if (task.doWork() == 0) {
                    context.interruption().await(IDLE_NS);
                } else if (link == null && !once) {
                    link = link(found, settings, recording, commands);
                }
                shown.show(task);
                if (buffer != null) {
                    buffer.requireSound();
                }
                if (System.nanoTime() - progressNs >= 0) {
                    progressNs = System.nanoTime() + PROGRESS_INTERVAL_NS;
                    context.console().progress("shipped up to event " + PlainText.count(task.events()));
                }
            }
            if (buffer != null) {
                finish(task, buffer);
            }
            report(task, buffer);
            if (context.interruption().isRequested()) {
                return ExitCode.INTERRUPTED;
            }
            return task.lost() > 0 ? ExitCode.LOST : ExitCode.DONE;
        } finally {
            // A command that runs may end meanwhile, and its outcome is sent.
            CloseHelper.close(link);
            commands.shutdownNow();
        }
    }

    /** Answers other hosts meanwhile, as soon as the carrier was reached. */
    private LinkThread link(final ShipCarrier found, final ShipContext settings, final Path recording,
            final Executor commands) {
        final HostFacts here = HostFacts.read();
        final ShipContext own = carrier.context(to, context);
        return LinkThread.start(
                new HostLink(() -> found.messages(own, ShipMessages.Role.HOST), RecordingExcerpts.idOf(recording),
                        settings.host(), here.bootId(), here::now,
                        allowControl
                                ? new HostLink.Control(
                                        new CommandControl(runner, context.options().directory(), recording), commands)
                                : null,
                        own.errorHandler()),
                own.errorHandler());
    }

    /** Nothing more is taken from the session; what was taken is sent, unless that takes too long. */
    private void finish(final ShipTask task, final LiveBuffer buffer) {
        buffer.close();
        final long beginNs = System.nanoTime();
        do {
            if (task.doWork() == 0 && !task.hasCaughtUp()) {
                LockSupport.parkNanos(IDLE_NS);
            }
        } while (!task.hasCaughtUp() && System.nanoTime() - beginNs < FINISH_TIMEOUT_NS);
        accepted = task.hasCaughtUp();
    }

    private void report(final ShipTask task, final @Nullable LiveBuffer buffer) {
        final long lostBefore = buffer == null ? 0 : buffer.lostEvents();
        if (context.isJson()) {
            final JsonRow row = new JsonRow().put("events", task.events()).put("lost", task.lost())
                    .put("records", task.records()).put("ended", task.hasEnded()).put("address", to);
            if (buffer != null) {
                row.put("lostInSession", lostBefore).put("accepted", accepted);
            }
            context.console().print(row.end());
            return;
        }
        context.console().printPlain(String.format(Locale.ROOT,
                "shipped up to event %,d; in this run %,d events gone before%s, %,d records: %s", task.events(),
                task.lost(), buffer == null ? "" : String.format(Locale.ROOT, ", %,d lost in the session", lostBefore),
                task.records(), to));
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (final UnknownHostException e) {
            return "unknown";
        }
    }
}
