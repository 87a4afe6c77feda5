package io.ringside.internal.ship.kafka;

import com.sun.management.OperatingSystemMXBean;
import io.ringside.internal.recording.RecordingOrigin;
import io.ringside.internal.ship.ReceiveTask;
import io.ringside.internal.ship.ShipTask;
import io.ringside.internal.ship.kafka.ShippingCosts.Unit;
import io.ringside.reader.EventReader;
import io.ringside.reader.NumberedRecording;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import io.ringside.recording.RecorderContext;
import io.ringside.ship.ShipContext;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page {@code sizing.md} plans with costs that were measured. With {@code ringside.costs=true} they are measured
 * again, and the page is written; with {@code ringside.pages=write} only what follows from them. Else what it plans is
 * compared with the costs that it has.
 */
@Tag("process")
@Timeout(600)
@Tag("proof")
class ShippingCostsSystemTest {
    private static final Path PAGE = Path.of("..", "docs", "sizing.md");
    private static final int ROUND = 400;
    private static final int ROUNDS = Integer.getInteger("ringside.rounds", 2000);
    private static final long EVENTS = (long) ROUND * ROUNDS;
    private static final double NS_PER_SECOND = 1e9;
    private static final double MEGA = 1e6;
    private static final double NS_PER_MICRO = 1e3;
    private static final int TRANSACTIONS = 3000;

    @TempDir
    private Path root;
    private final Map<Unit, Double> costs = new EnumMap<>(Unit.class);

    @Test
    void shouldPlanWithCostsThatWereMeasured() throws IOException {
        if (Boolean.getBoolean("ringside.costs")) {
            measure();
            Files.write(PAGE, replace(Files.readAllLines(PAGE), "costs", new ShippingCosts(costs).rows()));
        }
        if (Boolean.getBoolean("ringside.costs") || "write".equals(System.getProperty("ringside.pages"))) {
            final List<String> written = Files.readAllLines(PAGE);
            final ShippingCosts measured = ShippingCosts.parse(between(written, "costs"));
            Files.write(PAGE, replace(replace(written, "plan", measured.plan()), "limits", measured.limits()));
        }
        final List<String> page = Files.readAllLines(PAGE);
        final ShippingCosts known = ShippingCosts.parse(between(page, "costs"));
        assertThat(between(page, "plan")).as("what follows from the costs; -Dringside.pages=write writes it")
                .isEqualTo(known.plan());
        assertThat(between(page, "limits")).isEqualTo(known.limits());
        assertThat(between(page, "costs")).isEqualTo(known.rows());
    }

    private static List<String> between(final List<String> page, final String name) {
        final int begin = page.indexOf("<!-- " + name + " -->");
        final int end = page.indexOf("<!-- end of " + name + " -->");
        assertThat(begin).as("table %s of the page", name).isBetween(0, end);
        return page.subList(begin + 1, end);
    }

    private static List<String> replace(final List<String> page, final String name, final List<String> rows) {
        final List<String> replaced = new ArrayList<>(page.subList(0, page.indexOf("<!-- " + name + " -->") + 1));
        replaced.addAll(rows);
        replaced.addAll(page.subList(page.indexOf("<!-- end of " + name + " -->"), page.size()));
        return replaced;
    }

    private void measure() throws IOException {
        try (Broker broker = new Broker(Files.createDirectory(root.resolve("broker")));
                NumberedRecording recording = new NumberedRecording(root.resolve("source"))) {
            recording.open(RecorderContext.Mode.APPEND, 0);
            for (int round = 0; round < ROUNDS; round++) {
                recording.write(ROUND);
            }
            costs.put(Unit.RECORDED, (double) sizeOf(recording.folder(), "") / EVENTS);
            // Code is compiled by then.
            ship(broker, recording, "warm-up", "none");
            receive(broker, "warm-up");
            costs.put(Unit.ZSTD, ship(broker, recording, "zstd", "zstd"));
            costs.put(Unit.ZSTD_SENDER, costs.getOrDefault(Unit.SENDER, Double.NaN));
            costs.put(Unit.STORED, ship(broker, recording, "plain", "none"));
            final Path received = receive(broker, "plain");
            read(received, 1);
            costs.put(Unit.READ, read(received, 1));
            costs.put(Unit.MERGE, read(received, EventReader.SOURCES_MAX));
            costs.put(Unit.TRANSACTION, transact(broker, recording));
        }
    }

    /** Returns the bytes of an event in the broker's log. */
    private double ship(final Broker broker, final NumberedRecording recording, final String topic,
            final String compression) throws IOException {
        final ShipContext context = broker.context(topic).properties(Map.of("compression.type", compression));
        try (ShipTask task = new KafkaCarrier().ship(context, recording.folder())) {
            task.doWork();
            final long beginNs = System.nanoTime();
            final long cpuNs = cpuNs();
            final long brokerNs = broker.cpuNs();
            while (!task.hasCaughtUp()) {
                task.doWork();
            }
            final double elapsedNs = System.nanoTime() - beginNs;
            costs.put(Unit.SENDER, (double) (cpuNs() - cpuNs) / EVENTS);
            costs.put(Unit.BROKER_IN, (double) (broker.cpuNs() - brokerNs) / EVENTS);
            final double stored = broker.logBytes(topic);
            costs.put(Unit.THROUGHPUT, stored / elapsedNs * NS_PER_SECOND / MEGA);
            return stored / EVENTS;
        }
    }

    private Path receive(final Broker broker, final String topic) {
        final Path target = root.resolve(topic);
        try (ReceiveTask task = new KafkaCarrier().receive(broker.context(topic), target)) {
            while (task.doWork() == 0) {
                assertThat(task.rejected()).isZero();
            }
            final long cpuNs = cpuNs();
            final long brokerNs = broker.cpuNs();
            final long before = task.ledgers().get(0).received();
            while (task.ledgers().get(0).received() < EVENTS) {
                task.doWork();
            }
            final double events = EVENTS - before;
            costs.put(Unit.RECEIVER, (cpuNs() - cpuNs) / events);
            costs.put(Unit.BROKER_OUT, (broker.cpuNs() - brokerNs) / events);
        }
        return RecordingOrigin.received(target).get(0);
    }

    /** Returns the processor time for an event that is merged of so many recordings. */
    private static double read(final Path recording, final int sources) {
        try (EventReader reader = EventReader.open(new ReaderContext().eventLimit(EVENTS))) {
            for (int i = 0; i < sources; i++) {
                reader.add(Source.recording(recording));
            }
            final long cpuNs = cpuNs();
            final long[] bytes = new long[1];
            while (!reader.isDone() && !reader.hasCaughtUp()) {
                reader.poll(event -> bytes[0] += event.payloadLength());
            }
            reader.deliverRest(event -> bytes[0] += event.payloadLength());
            assertThat(bytes[0]).isPositive();
            return (double) (cpuNs() - cpuNs) / reader.totals().events();
        }
    }

    /** Returns the broker's microseconds for a transaction with one record of one event. */
    private static double transact(final Broker broker, final NumberedRecording recording) {
        try (ShipTask task = new KafkaCarrier().ship(broker.context("plain"), recording.folder())) {
            task.doWork();
            final long records = task.records();
            final long brokerNs = broker.cpuNs();
            for (int i = 0; i < TRANSACTIONS; i++) {
                recording.write(1);
                while (task.doWork() == 0) {
                    assertThat(task.hasEnded()).isFalse();
                }
            }
            assertThat(task.records() - records).isGreaterThanOrEqualTo(TRANSACTIONS);
            return (broker.cpuNs() - brokerNs) / NS_PER_MICRO / TRANSACTIONS;
        }
    }

    private static long cpuNs() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    /** Bytes of the files in folders of a partition of a topic, or in all of them. */
    static long sizeOf(final Path folder, final String topic) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(each -> topic.isEmpty() || (each.toString().endsWith(".log")
                            && each.getParent().getFileName().toString().startsWith(topic + "-")))
                    .mapToLong(each -> each.toFile().length()).sum();
        }
    }
}
