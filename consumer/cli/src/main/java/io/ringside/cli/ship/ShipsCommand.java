package io.ringside.cli.ship;

import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.latency.LatencyText;
import io.ringside.cli.render.SessionLines;
import io.ringside.cli.render.TextTable;
import io.ringside.session.LossCounts;
import io.ringside.ship.Receiver;
import io.ringside.ship.Receiver.Received.Clock;
import io.ringside.ship.ShipContext;
import io.ringside.ship.Shipper;
import io.ringside.text.JsonRow;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ringside ships}: shows the progress of shipping recordings. */
@Command(name = "ships", description = {
    "Show how far recordings have been shipped to a topic.",
    "For each recording: the events that were recorded when its sender last read its end, those that were shipped, "
            + "those that were gone before they could be shipped, and those in flight, which are recorded and not "
            + "shipped yet. RATE/S is that of the sender's current run, and SEEN is how long ago it last wrote its "
            + "position, at least every 10 seconds.",
    "With --to, also what a receiver has written: recorded = received + before + lost + in flight, and what the "
            + "session itself has lost, by cause. The events that were wanted are the sum of both.",
    "CLOCK AHEAD is how far the clock of the host was ahead of the receiver's when it was measured last, CLOCK BOUND "
            + "by how much that may be wrong, DRIFT PPM how much faster the receiver's clock is, in millionths, if "
            + "the measurements are exact enough, and JUMPS how often one of them has jumped."}, footer = {
                "",
                "Examples:",
                "  ringside ships kafka://broker:9092/trading",
                "  ringside ships kafka://broker:9092/trading --to /var/tmp/received --format json",
                "  ringside ships aeron://archive:8010/trading"})
public final class ShipsCommand implements Callable<Integer> {
    private final CommandContext context;

    @Parameters(paramLabel = "ADDRESS", description = {
        "Where recordings are sent: kafka://HOST:PORT[,HOST:PORT]/TOPIC or aeron://HOST:PORT/TOPIC."})
    private String address = "";

    @Option(names = "--to", paramLabel = "FOLDER", description = {
        "Folder of a receiver, to show what it has received (default: none)."})
    private @Nullable Path to;

    @Mixin
    private CarrierOptions carrier = new CarrierOptions();

    /**
     * Creates the command; the parser then sets its options.
     *
     * @param context environment of the command
     */
    public ShipsCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        final ShipContext settings = carrier.context(address, context);
        // First: whoever receives while this runs is not to be ahead of who ships.
        final Map<UUID, Receiver.Received> ledgers = to == null ? Map.of() : Receiver.ledgers(to);
        final List<Shipper.Shipment> all = Shipper.shipments(settings);
        final TextTable table = to == null
                ? new TextTable("RECORDING", "HOST", "SESSION", "RECORDED", "SHIPPED", "LOST", "IN FLIGHT", "RATE/S",
                        "SEEN")
                : new TextTable("RECORDING", "HOST", "SESSION", "RECORDED", "RECEIVED", "BEFORE", "LOST", "IN FLIGHT",
                        "LOST THERE", "CLOCK AHEAD", "CLOCK BOUND", "DRIFT PPM", "JUMPS");
        all.forEach(status -> {
            if (context.isJson()) {
                context.console().print(json(status, ledgers));
            } else {
                add(table, status, ledgers);
            }
        });
        if (!context.isJson()) {
            table.lines().forEach(line -> context.console().print(line.stripTrailing()));
        }
        return ExitCode.DONE;
    }

    private void add(final TextTable table, final Shipper.Shipment status, final Map<UUID, Receiver.Received> ledgers) {
        if (to == null) {
            table.row(status.id(), status.host(), status.session(), status.recorded(), status.shipped(),
                    status.lost(), status.inFlight(), status.ratePerSecond(),
                    status.ended() ? "ended" : seenMs(status) / TimeUnit.SECONDS.toMillis(1) + "s");
            return;
        }
        final Receiver.Received received = ledgers.get(status.id());
        final LossCounts lost = received == null ? null : received.lostInSession();
        final Clock clock = clock(received);
        table.row(status.id(), status.host(), status.session(), status.recorded(),
                received == null ? 0 : received.received(), received == null ? 0 : received.before(),
                received == null ? 0 : received.lost(),
                received == null ? status.recorded() : received.inFlight(status.recorded()),
                lost == null ? "" : SessionLines.losses(lost), clock == null ? "unknown" : signed(clock.aheadNs()),
                clock == null ? "" : LatencyText.of(clock.boundNs()),
                clock == null ? "" : drift(clock),
                clock == null ? "" : clock.jumps());
    }

    private static String drift(final Clock clock) {
        final Double drift = clock.driftPpm();
        return drift == null ? "unknown" : String.format(Locale.ROOT, "%.1f", drift);
    }

    private CharSequence json(final Shipper.Shipment status, final Map<UUID, Receiver.Received> ledgers) {
        final JsonRow row = new JsonRow().put("recording", status.id()).put("host", status.host())
                .put("session", status.session()).put("recorded", status.recorded())
                .put("shipped", status.shipped()).put("lost", status.lost())
                .put("inFlight", status.inFlight()).put("bytes", status.bytes()).put("damages", status.damages())
                .put("records", status.records()).put("ratePerSecond", status.ratePerSecond())
                .put("seenMs", seenMs(status)).put("ended", status.ended());
        if (to != null) {
            final Receiver.Received received = ledgers.get(status.id());
            final LossCounts lost = received == null ? null : received.lostInSession();
            row.beginObject("received").put("events", received == null ? 0 : received.received())
                    .put("before", received == null ? 0 : received.before())
                    .put("lost", received == null ? 0 : received.lost())
                    .put("inFlight", received == null ? status.recorded() : received.inFlight(status.recorded()))
                    .put("wanted", Math.max(status.recorded(), received == null ? 0 : received.events())
                            + (lost == null ? 0 : lost.total()));
            if (lost != null) {
                SessionLines.putLostByCause(row, lost);
            }
            row.endObject();
            final Clock clock = clock(received);
            if (clock != null) {
                row.beginObject("clock").put("aheadNs", clock.aheadNs()).put("boundNs", clock.boundNs());
                final Double drift = clock.driftPpm();
                if (drift != null) {
                    row.put("driftPpm", drift);
                }
                row.put("jumps", clock.jumps())
                        .put("measurements", clock.measurements()).endObject();
            }
        }
        return row.end();
    }

    /** Returns the clock that the receiver has measured; null if it has none. */
    private @Nullable Clock clock(final Receiver.@Nullable Received received) {
        try {
            return received == null ? null : received.clock();
        } catch (final RingsideException e) {
            context.console().tell(String.valueOf(e.getMessage()));
            return null;
        }
    }

    private static String signed(final long ns) {
        return (ns < 0 ? "-" : "") + LatencyText.of(Math.abs(ns));
    }

    private static long seenMs(final Shipper.Shipment status) {
        return Math.max(0, Instant.now().toEpochMilli() - TimeUnit.NANOSECONDS.toMillis(status.seenNs()));
    }
}
