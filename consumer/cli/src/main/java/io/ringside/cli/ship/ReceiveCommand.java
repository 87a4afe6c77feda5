package io.ringside.cli.ship;

import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.render.TextTable;
import io.ringside.ship.Receiver;
import io.ringside.ship.ShipContext;
import io.ringside.text.JsonRow;
import io.ringside.text.PlainText;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ringside receive}: receives recordings from other hosts. */
@Command(name = "receive", description = {
    "Write the recordings that 'ringside ship' sends to a topic.",
    "Each recording gets a folder of its own below FOLDER, named after its id, which all commands read: tail, measure, "
            + "timeline, export, and with several folders all of them in the order of time. Everything is written "
            + "once, also after a crash of this command, the broker or the Archive. Several receivers with "
            + "folders of their own each get everything. The command runs until Ctrl-C.",
    "With --to-session, what is received is also written into a session, as live events, as 'ringside replay' does. A "
            + "session is a view: events that find no room there are lost to it, and what was received and not handed "
            + "on when the command ends does not come later. The recordings hold everything.",
    "Libraries must be beside ringside.jar: kafka-clients-4.3.1.jar for kafka://, and aeron-client-1.51.0.jar, "
            + "aeron-driver-1.51.0.jar and aeron-archive-1.51.0.jar for aeron://."}, exitCodeList = {
                "0:everything was received (with --once)",
                "3:the same, but events are missing, or records were rejected"}, footer = {
                    "",
                    "Examples:",
                    "  ringside receive kafka://broker:9092/trading --to /var/tmp/received",
                    "  ringside receive kafka://broker:9092/trading --to /var/tmp/received --once",
                    "  ringside receive aeron://archive:8010/trading --to /var/tmp/received",
                    "  ringside receive kafka://broker:9092/trading --to /var/tmp/received --to-session remote"})
public final class ReceiveCommand implements Callable<Integer> {
    private static final long PROGRESS_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long IDLE_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final CommandContext context;

    @Parameters(paramLabel = "ADDRESS", description = {
        "Where to receive from: kafka://HOST:PORT[,HOST:PORT]/TOPIC, or aeron://HOST:PORT/TOPIC with the port of the "
                + "Archive's control channel."})
    private String address = "";

    @Option(names = "--to", required = true, paramLabel = "FOLDER", description = {
        "Folder for the recordings. It is created if it does not exist; only one process receives into it."})
    private Path to = Path.of("");

    @Option(names = "--to-session", paramLabel = "SESSION", description = {
        "Also write what is received into this session, which must be running (default: none)."})
    private @Nullable String session;

    @Mixin
    private CarrierOptions carrier = new CarrierOptions();

    @Option(names = "--once", description = {
        "End as soon as everything was received that the topic contains now."})
    private boolean once;

    /**
     * Creates the command; the parser then sets its options.
     *
     * @param context environment of the command
     */
    public ReceiveCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        final ShipContext settings = carrier.context(address, context, once);
        final String name = session;
        if (name != null) {
            settings.directory(context.openDirectory());
        }
        context.interruption().handle();
        try (Receiver receiver = name == null ? Receiver.open(settings, to) : Receiver.open(settings, to, name)) {
            long progressNs = System.nanoTime();
            while (!(once && receiver.hasCaughtUp()) && !context.interruption().isRequested()) {
                if (receiver.doWork() == 0) {
                    context.interruption().await(IDLE_NS);
                }
                if (System.nanoTime() - progressNs >= 0) {
                    progressNs = System.nanoTime() + PROGRESS_INTERVAL_NS;
                    context.console().progress("received " + PlainText.count(received(receiver.ledgers()))
                            + " events of " + receiver.ledgers().size() + " recordings");
                }
            }
            final List<Receiver.Received> ledgers = receiver.ledgers();
            if (name != null) {
                receiver.finish();
                context.console().tell(String.format(Locale.ROOT,
                        "session %s got %,d events, and lost %,d that found no room", name, receiver.passedEvents(),
                        receiver.lostEvents()));
            }
            report(ledgers);
            if (receiver.rejected() > 0) {
                context.console().tell("records were rejected: rejected=" + receiver.rejected()
                        + ": restrict who may write to the topic");
            }
            if (context.interruption().isRequested()) {
                return ExitCode.INTERRUPTED;
            }
            return receiver.rejected() > 0 || ledgers.stream().anyMatch(each -> each.lost() > 0)
                    ? ExitCode.LOST
                    : ExitCode.DONE;
        }
    }

    private static long received(final List<Receiver.Received> ledgers) {
        return ledgers.stream().mapToLong(Receiver.Received::received).sum();
    }

    private void report(final List<Receiver.Received> ledgers) {
        if (context.isJson()) {
            ledgers.forEach(each -> context.console().print(new JsonRow().put("recording", each.id())
                    .put("received", each.received()).put("before", each.before()).put("lost", each.lost())
                    .put("bytes", each.bytes()).put("repeatedRecords", each.repeated())
                    .put("path", each.folder().toString()).end()));
            return;
        }
        final TextTable table = new TextTable("RECEIVED", "BEFORE", "LOST", "PATH");
        ledgers.forEach(each -> table.row(each.received(), each.before(), each.lost(), each.folder()));
        table.lines().forEach(line -> context.console().print(line.stripTrailing()));
    }
}
