package io.ringside.internal.ship.kafka;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What shipping an event costs, as the page {@code sizing.md} has it, and what a thousand hosts need of that. */
record ShippingCosts(Map<Unit, Double> values) {
    private static final int HOSTS = 1000;
    private static final double HOST_EVENTS = 100_000;
    private static final double EVENTS = HOSTS * HOST_EVENTS;
    /** Share of a core, a link or a thread that is planned with. */
    private static final double LOAD = 0.5;
    private static final int REPLICAS = 3;
    private static final int BROKER_CORES = 16;
    private static final double LINK_BYTES = 25e9 / 8;
    private static final double DISK_BYTES = 30e12;
    private static final double HOUR_SECONDS = 3600;
    private static final double DAY_HOURS = 24;
    /** A sender that keeps up waits 20 ms after a transaction. */
    private static final double TRANSACTIONS = 50;
    private static final int SOURCES_MAX = 64;
    /** Aeron's frames have 1,408 bytes, of which 32 are a header. */
    private static final double FRAMED = 1408.0 / (1408 - 32);
    private static final double NS = 1e9;
    private static final double MICRO = 1e6;
    private static final double TERA = 1e12;

    /** What is measured, in the order of the table. */
    enum Unit {
        RECORDED("recorded event", "bytes"), STORED("event at the broker", "bytes"), ZSTD(
                "event at the broker, zstd", "bytes"), SENDER("sender, an event", "ns"), ZSTD_SENDER(
                        "sender with zstd, an event", "ns"), BROKER_IN("broker takes an event", "ns"), BROKER_OUT(
                                "broker gives an event", "ns"), TRANSACTION("broker, a transaction", "µs"), RECEIVER(
                                        "receiver, an event", "ns"), READ("reader of 1 recording, an event",
                                                "ns"), MERGE("reader of 64 recordings, an event",
                                                        "ns"), THROUGHPUT("through one sender, by the clock", "MB/s");

        private final String label;
        private final String measure;

        Unit(final String label, final String measure) {
            this.label = label;
            this.measure = measure;
        }

        private String begin() {
            return "| " + label + " | ";
        }
    }

    /** Reads the rows of a page. */
    static ShippingCosts parse(final List<String> rows) {
        final Map<Unit, Double> values = new EnumMap<>(Unit.class);
        for (final Unit unit : Unit.values()) {
            final String row = rows.stream().filter(each -> each.startsWith(unit.begin())).findFirst()
                    .orElseThrow(() -> new AssertionError("page has no row: " + unit.label));
            final String figure = row.substring(unit.begin().length(), row.indexOf(" |", unit.begin().length()));
            values.put(unit, Double.parseDouble(figure.replace(",", "")));
        }
        return new ShippingCosts(values);
    }

    /** The costs as the page has them. */
    List<String> rows() {
        final List<String> rows = new ArrayList<>(List.of("| cost | measured | unit |", "|---|---|---|"));
        for (final Unit unit : Unit.values()) {
            rows.add(unit.begin() + figure(of(unit)) + " | " + unit.measure + " |");
        }
        return rows;
    }

    /** What is needed of each part, with the arithmetic. */
    List<String> plan() {
        final double stored = of(Unit.STORED) * EVENTS;
        final double eventCores = EVENTS * (REPLICAS * of(Unit.BROKER_IN) + of(Unit.BROKER_OUT)) / NS / LOAD;
        final double transactionCores = HOSTS * TRANSACTIONS * of(Unit.TRANSACTION) / MICRO / LOAD;
        final double byCores = Math.ceil((eventCores + transactionCores) / BROKER_CORES);
        // A leader takes its own and gives it to two replicas and a receiver; each byte is three times on some link.
        final double byLink = Math.ceil(stored * REPLICAS / (LINK_BYTES * LOAD));
        final double brokers = Math.max(byCores, byLink);
        final double hour = stored * REPLICAS * HOUR_SECONDS;
        final double hosts = Math.max(1, Math.floor(NS * LOAD / of(Unit.RECEIVER) / HOST_EVENTS));
        final double topics = Math.ceil(HOSTS / hosts);
        final double archive = of(Unit.RECORDED) * FRAMED * EVENTS;
        return List.of("| part | size | arithmetic |", "|---|---|---|",
                row("events", figure(EVENTS) + " /s", "1,000 hosts × 100,000"),
                row("stream of a host", megabytes(of(Unit.STORED) * HOST_EVENTS), "event at the broker × 100,000"),
                row("stream of all hosts", megabytes(stored), "× 1,000"),
                row("cores of a host for its sender", figure(of(Unit.SENDER) * HOST_EVENTS / NS),
                        "sender × 100,000 / 10⁹"),
                row("the same with zstd", figure(of(Unit.ZSTD_SENDER) * HOST_EVENTS / NS), "the same"),
                row("disk of a host for an hour without brokers",
                        figure(of(Unit.RECORDED) * HOST_EVENTS * HOUR_SECONDS / 1e9) + " GB",
                        "recorded event × 100,000 × 3,600"),
                row("cores of brokers for events", figure(Math.ceil(eventCores)),
                        "events × (3 × takes + gives) / 10⁹ / ½"),
                row("cores of brokers for transactions", figure(Math.ceil(transactionCores)),
                        "1,000 hosts × 50 × transaction / 10⁶ / ½"),
                row("brokers by cores", figure(byCores), "both / 16"),
                row("brokers by links", figure(byLink), "stream × 3 copies / (25 Gbit/s × ½)"),
                row("brokers", figure(brokers), "the greater one"),
                row("written by a broker", megabytes(stored * REPLICAS / brokers), "stream × 3 copies / brokers"),
                row("retention of an hour", terabytes(hour), "stream × 3 copies × 3,600"),
                row("retention of a day", terabytes(hour * DAY_HOURS), "× 24"),
                row("longest retention of these brokers",
                        figure(Math.floor(brokers * DISK_BYTES * LOAD / hour)) + " hours",
                        "brokers × 30 TB × ½ / an hour"),
                row("hosts of a topic", figure(hosts), "10⁹ × ½ / receiver / 100,000, rounded down"),
                row("topics, and receivers", figure(topics), "1,000 / hosts of a topic"),
                row("partitions, with one for each host", figure(topics * hosts), "topics × hosts of a topic"),
                row("copies of partitions on a broker", figure(Math.ceil(topics * hosts * REPLICAS / brokers)),
                        "partitions × 3 / brokers"),
                row("written by a receiver", megabytes(of(Unit.RECORDED) * HOST_EVENTS * hosts),
                        "recorded event × 100,000 × hosts of a topic"),
                row("cores of all receivers", figure(Math.ceil(EVENTS * of(Unit.RECEIVER) / NS / LOAD)),
                        "events × receiver / 10⁹ / ½"),
                row("recordings of a day at the receivers",
                        terabytes(of(Unit.RECORDED) * EVENTS * HOUR_SECONDS * DAY_HOURS),
                        "recorded event × events × 86,400, one copy"),
                row("readers of 64 recordings", figure(Math.ceil((double) HOSTS / SOURCES_MAX)), "1,000 / 64"),
                row("cores to merge everything as it comes", figure(Math.ceil(EVENTS * of(Unit.MERGE) / NS / LOAD)),
                        "events × reader of 64 / 10⁹ / ½"),
                row("hosts that one reader follows", figure(Math.floor(NS / of(Unit.MERGE) / HOST_EVENTS)),
                        "10⁹ / reader of 64 / 100,000"),
                row("Archives instead of brokers: stream", megabytes(archive),
                        "recorded event × 1,408 / 1,376 × events"),
                row("Archives by links", figure(Math.ceil(2 * archive / (LINK_BYTES * LOAD))),
                        "(in + out) / (25 Gbit/s × ½)"),
                row("Archives by receivers of 8 recordings", figure(Math.ceil(HOSTS / 8.0)), "1,000 / 8"));
    }

    /** How many hosts each limit lets through, the lowest one first. */
    List<String> limits() {
        final Map<String, Double> hosts = Map.of(
                "one receiver", NS / of(Unit.RECEIVER) / HOST_EVENTS,
                "one reader that follows all", NS / of(Unit.MERGE) / HOST_EVENTS,
                "sources of one reader", (double) SOURCES_MAX,
                "one sender, in hosts of 100,000 events/s", NS / of(Unit.SENDER) / HOST_EVENTS,
                "one broker of 16 cores, events and transactions, one copy",
                BROKER_CORES * NS / (HOST_EVENTS * (of(Unit.BROKER_IN) + of(Unit.BROKER_OUT))
                        + TRANSACTIONS * of(Unit.TRANSACTION) * NS / MICRO),
                "link of one broker, 25 Gbit/s in", LINK_BYTES / (of(Unit.STORED) * HOST_EVENTS),
                "recordings in the folder of one receiver", 4096.0);
        final List<String> rows = new ArrayList<>(List.of("| limit | hosts |", "|---|---|"));
        hosts.entrySet().stream().sorted(Map.Entry.comparingByValue())
                .forEach(each -> rows.add("| " + each.getKey() + " | " + figure(each.getValue()) + " |"));
        return rows;
    }

    private double of(final Unit unit) {
        return values.getOrDefault(unit, Double.NaN);
    }

    private static String row(final String part, final String size, final String arithmetic) {
        return "| " + part + " | " + size + " | " + arithmetic + " |";
    }

    private static String megabytes(final double bytes) {
        return figure(bytes / 1e6) + " MB/s";
    }

    private static String terabytes(final double bytes) {
        return figure(bytes / TERA) + " TB";
    }

    private static String figure(final double value) {
        return value < 100 && value != Math.rint(value)
                ? String.format(Locale.ROOT, "%.2f", value)
                : String.format(Locale.ROOT, "%,.0f", value);
    }
}
