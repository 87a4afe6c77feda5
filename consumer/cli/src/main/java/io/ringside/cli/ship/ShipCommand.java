package io.ringside.cli.ship;

import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.counters.CounterEvents;
import io.ringside.cli.option.Arguments;
import io.ringside.ship.ShipContext;
import io.ringside.ship.Shipper;
import io.ringside.text.JsonRow;
import io.ringside.text.PlainText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ringside ship}: sends a recording to another host. */
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
    /** Longest wait for the end of shipping after Ctrl-C. */
    private static final Duration FINISH_TIMEOUT = Duration.ofSeconds(10);

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
    private ShipContext.Format form = ShipContext.Format.RINGSIDE;

    @Option(names = "--once", description = {
        "End as soon as everything was sent that is recorded now."})
    private boolean once;

    @Option(names = "--live", description = {
        "Send a session that nobody records, until it ends."})
    private boolean live;

    @Option(names = "--max-size", paramLabel = "SIZE", converter = Arguments.Size.class, description = {
        "With --live, size of the buffer in memory, at least 4m (default: 64m)."})
    private long maxBytes = ShipContext.BUFFER_BYTES;

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

    /**
     * Creates the command; the parser then sets its options.
     *
     * @param context environment of the command
     * @param runner  runs commands that other hosts request
     */
    public ShipCommand(final CommandContext context, final CommandRunner runner) {
        this.context = context;
        this.runner = runner;
    }

    @Override
    public Integer call() {
        checkOptions();
        final ShipContext settings = carrier.context(to, context, once).format(form).maxBytes(maxBytes)
                .directory(context.options().directory());
        if (host != null) {
            settings.host(host);
        }
        context.interruption().handle();
        return live ? shipLive(settings) : shipRecording(settings);
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

    private int shipRecording(final ShipContext settings) {
        try (Shipper shipper = Shipper.ofRecording(settings, Path.of(source))) {
            ship(shipper);
            report(shipper, null);
            return exitCode(shipper.lost());
        }
    }

    private int shipLive(final ShipContext settings) {
        settings.directory(context.openDirectory());
        try (Shipper shipper = Shipper.ofSession(settings, source)) {
            context.console().tell("events wait in memory until the broker has accepted them: buffer="
                    + shipper.folder() + ", maxBytes=" + maxBytes + ": what does not fit while the broker is "
                    + "unreachable is lost and counted, and what waits is lost when the machine goes down; to lose "
                    + "neither, record the session and ship the recording");
            final CounterEvents samples = counters.isEmpty()
                    ? null
                    : CounterEvents.open(context, source, counters, counterInterval);
            try (samples) {
                ship(shipper);
                report(shipper, shipper.finish(FINISH_TIMEOUT));
            }
            return exitCode(shipper.lost() + shipper.lostInSession());
        }
    }

    private int exitCode(final long lost) {
        if (context.interruption().isRequested()) {
            return ExitCode.INTERRUPTED;
        }
        return lost > 0 ? ExitCode.LOST : ExitCode.DONE;
    }

    private void ship(final Shipper shipper) {
        if (allowControl) {
            shipper.control(new CommandControl(runner, context.options().directory(), shipper.folder()));
        }
        long progressNs = System.nanoTime();
        while (!shipper.hasEnded() && !(once && shipper.hasCaughtUp()) && !context.interruption().isRequested()) {
            if (shipper.doWork() == 0) {
                context.interruption().await(IDLE_NS);
            }
            if (System.nanoTime() - progressNs >= 0) {
                progressNs = System.nanoTime() + PROGRESS_INTERVAL_NS;
                context.console().progress("shipped up to event " + PlainText.count(shipper.events()));
            }
        }
    }

    /** Prints the counts and, if a session was shipped, whether everything was accepted. */
    private void report(final Shipper shipper, final @Nullable Boolean accepted) {
        if (context.isJson()) {
            final JsonRow row = new JsonRow().put("events", shipper.events()).put("lost", shipper.lost())
                    .put("records", shipper.records()).put("ended", shipper.hasEnded()).put("address", to);
            if (accepted != null) {
                row.put("lostInSession", shipper.lostInSession()).put("accepted", accepted);
            }
            context.console().print(row.end());
            return;
        }
        context.console().printPlain(String.format(Locale.ROOT,
                "shipped up to event %,d; in this run %,d events gone before%s, %,d records: %s", shipper.events(),
                shipper.lost(),
                accepted == null
                        ? ""
                        : String.format(Locale.ROOT, ", %,d lost in the session", shipper.lostInSession()),
                shipper.records(), to));
    }
}
