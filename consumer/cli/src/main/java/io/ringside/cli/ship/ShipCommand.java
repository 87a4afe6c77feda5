package io.ringside.cli.ship;

import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.internal.render.JsonRow;
import io.ringside.internal.render.PlainText;
import io.ringside.internal.ship.ShipCarrier;
import io.ringside.internal.ship.ShipContext;
import io.ringside.internal.ship.ShipTask;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ringside ship}: a recording to another place. */
@Command(name = "ship", description = {
    "Send a recording to a topic of Kafka, while it is recorded or later.",
    "Everything is sent once, in the order of the recording: events, losses, schemas and names. The broker keeps the "
            + "position, so that the next 'ringside ship' of the same recording continues there, also after a crash. "
            + "If the broker cannot be reached, the recording grows on the disk, and no event is lost as long as it "
            + "is not circular. The command ends when the recording has ended, or with Ctrl-C. 'ringside receive' "
            + "writes the recording at the other end.",
    "kafka-clients-4.3.1.jar must be beside ringside.jar."}, exitCodeList = {
        "0:the recording has ended and was shipped",
        "3:the same, but in this run events were found to be gone before they were shipped"}, footer = {
            "",
            "Examples:",
            "  ringside ship /var/tmp/trading --to kafka://broker:9092/trading",
            "  ringside ship /var/tmp/trading --to kafka://b1:9092,b2:9092/trading --property "
                    + "compression.type=zstd",
            "  ringside ship /var/tmp/trading --to kafka://broker:9093/trading --properties client.properties",
            "  ringside ship /var/tmp/trading --to kafka://broker:9092/trading-json --as jsonl --once"})
public final class ShipCommand implements Callable<Integer> {
    private static final long IDLE_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long PROGRESS_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    private final CommandContext context;

    @Parameters(paramLabel = "RECORDING", description = "Folder of the recording.")
    private Path recording = Path.of("");

    @Option(names = "--to", required = true, paramLabel = "ADDRESS", description = {
        "Where to send it: kafka://HOST:PORT[,HOST:PORT]/TOPIC. The topics TOPIC and TOPIC.state are created if they "
                + "do not exist."})
    private String to = "";

    @Mixin
    private CarrierOptions carrier = new CarrierOptions();

    @Option(names = "--host", paramLabel = "NAME", description = {
        "Name of this machine, as receivers see it (default: its host name)."})
    private @Nullable String host;

    @Option(names = "--as", paramLabel = "FORMAT", description = {
        "What to send: ringside, which 'ringside receive' turns into the same recording, or jsonl, a record with a "
                + "JSON object for each event and loss, for other consumers, as 'ringside export' writes it (default: "
                + "ringside)."})
    private Form form = Form.RINGSIDE;

    @Option(names = "--once", description = {
        "End as soon as everything was sent that is recorded now."})
    private boolean once;

    /** What is sent. */
    enum Form {
        /** The recording. */
        RINGSIDE,
        /** Lines of JSON. */
        JSONL
    }

    /**
     * A command that is yet to be parsed.
     *
     * @param context to work with
     */
    public ShipCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        final ShipContext settings = carrier.context(to, context).host(host == null ? hostName() : host)
                .lines(form == Form.JSONL);
        context.interruption().handle();
        try (ShipTask task = ShipCarrier.find(settings.scheme()).ship(settings, recording)) {
            long progressNs = System.nanoTime();
            while (!task.hasEnded() && !(once && task.hasCaughtUp()) && !context.interruption().isRequested()) {
                if (task.doWork() == 0) {
                    context.interruption().await(IDLE_NS);
                }
                if (System.nanoTime() - progressNs >= 0) {
                    progressNs = System.nanoTime() + PROGRESS_INTERVAL_NS;
                    context.console().progress("shipped up to event " + PlainText.count(task.events()));
                }
            }
            report(task);
            if (context.interruption().isRequested()) {
                return ExitCode.INTERRUPTED;
            }
            return task.lost() > 0 ? ExitCode.LOST : ExitCode.DONE;
        }
    }

    private void report(final ShipTask task) {
        context.console().print(context.isJson()
                ? new JsonRow().put("events", task.events()).put("lost", task.lost()).put("records", task.records())
                        .put("ended", task.hasEnded()).put("address", to).end()
                : String.format(Locale.ROOT,
                        "shipped up to event %,d; in this run %,d events gone before, %,d records: %s", task.events(),
                        task.lost(), task.records(), to));
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (final UnknownHostException e) {
            return "unknown";
        }
    }
}
