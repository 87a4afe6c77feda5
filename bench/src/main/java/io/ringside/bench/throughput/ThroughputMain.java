package io.ringside.bench.throughput;

import io.ringside.bench.channel.ChannelHost;
import io.ringside.bench.channel.ChannelKind;
import io.ringside.bench.channel.ChannelPair;
import io.ringside.bench.fixture.Arguments;
import io.ringside.bench.fixture.MachineRoom;
import io.ringside.bench.report.Observation;
import io.ringside.bench.report.Observation.Machine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Measures throughput between two processes, and the cost of an event beside other threads. Not thread-safe. */
public final class ThroughputMain {
    /** Names and defaults of all arguments. */
    static final Map<String, String> DEFAULTS = Map.ofEntries(
            Map.entry("results", "target/results/figures-throughput.jsonl"),
            Map.entry("kinds", "RINGSIDE,AERON_EXCLUSIVE,AERON_CONCURRENT,ONE_TO_ONE,MANY_TO_ONE"),
            Map.entry("threadKinds", "RINGSIDE,AERON_EXCLUSIVE,AERON_CONCURRENT,MANY_TO_ONE"),
            Map.entry("payloads", "32,128,1024"),
            Map.entry("writers", "1"),
            Map.entry("threads", "1,2,64"),
            Map.entry("rounds", "5"),
            Map.entry("millis", "2000"),
            Map.entry("leastEvents", "2000000"),
            Map.entry("warmUpMillis", "15000"),
            Map.entry("batches", "6000"),
            Map.entry("repeats", "3"),
            Map.entry("roomBytes", "1048576"));

    private static final int WARM_UP_MILLIS = 250;
    private static final int FIRST_EVENTS = 100_000;
    private static final int MAX_EVENTS = 500_000_000;
    private static final double MS_NS = 1e6;
    /**
     * Pause of a thread between two batches, multiplied by the number of threads, so that the total rate is about the
     * same for any number of threads.
     */
    private static final long PAUSE_NS = 50_000;
    private static final int CORES = 2;

    private final Arguments arguments;
    private final MachineRoom room;
    private final ChannelKind kind;
    private final int round;
    private final List<Observation> observations = new ArrayList<>();
    private long missing;

    /** Answer of the reader. */
    private record Reading(long received, long missing, long ns) {
        double eventsPerNs() {
            return (double) received / Math.max(1, ns);
        }
    }

    /** Measurement that is repeated if the state of the machine changes during it. */
    @FunctionalInterface
    private interface Point {
        void measure(MachineRoom.Reading before) throws IOException;
    }

    private ThroughputMain(final Arguments arguments, final MachineRoom room, final ChannelKind kind,
            final int round) {
        this.arguments = arguments;
        this.room = room;
        this.kind = kind;
        this.round = round;
    }

    /**
     * Measures round by round, the channels in turn.
     *
     * @param args each {@code name=value}: {@code results}, the file to which observations are added; {@code kinds} of
     *             channels and {@code threadKinds}; {@code payloads} in bytes, multiples of 8; {@code writers} at a
     *             time; {@code threads} that write in bursts; {@code rounds}; {@code millis} of a point, or longer
     *             until it has {@code leastEvents}; {@code warmUpMillis}, maximum duration of the warm-up; {@code
     *             batches} of bursts; {@code repeats} of a point during which the state of the machine changed; {@code
     *             roomBytes} of a lane
     * @throws IOException if a file or a process cannot be created
     */
    public static void main(final String[] args) throws IOException {
        final Arguments arguments = Arguments.parse(DEFAULTS, args);
        try (MachineRoom room = new MachineRoom()) {
            for (int round = 1; round <= arguments.number("rounds"); round++) {
                for (final String name : arguments.texts("kinds")) {
                    final ThroughputMain one = new ThroughputMain(arguments, room, ChannelKind.valueOf(name), round);
                    one.open(true);
                    Observation.append(arguments.results(), one.observations);
                }
                for (final String name : arguments.texts("threadKinds")) {
                    final ThroughputMain one = new ThroughputMain(arguments, room, ChannelKind.valueOf(name), round);
                    one.open(false);
                    Observation.append(arguments.results(), one.observations);
                }
            }
        }
    }

    /** Measures one kind. Without waiting writers, a session loses events if the reader cannot keep up. */
    private void open(final boolean asFastAsPossible) throws IOException {
        try (ChannelHost host = ChannelHost.open(kind, arguments.number("roomBytes"), asFastAsPossible)) {
            try (ChannelPair pair = ChannelPair.open(host, ThroughputReaderMain.class, ThroughputWriterMain.class)) {
                if (asFastAsPossible) {
                    throughput(pair);
                } else {
                    threads(pair);
                }
            }
            final long lost = host.end();
            if (kind == ChannelKind.RINGSIDE && lost != missing) {
                throw new IllegalStateException("the ledger disagrees with the reader: lost=" + lost + ", missing="
                        + missing);
            }
        }
    }

    private void throughput(final ChannelPair pair) throws IOException {
        for (final int writers : arguments.numbers("writers")) {
            for (final int payload : writers == 1 || kind.takesManyWriters()
                    ? arguments.numbers("payloads")
                    : List.<Integer>of()) {
                for (final boolean isRead : new boolean[]{true, false}) {
                    final String way = " " + writers + ' ' + payload + ' ' + isRead;
                    final double[] eventsPerNs = {FIRST_EVENTS / (WARM_UP_MILLIS * MS_NS)};
                    pair.warmUp(arguments.number("warmUpMillis"), () -> eventsPerNs[0] = write(pair,
                            events(eventsPerNs[0], WARM_UP_MILLIS, 1), way).eventsPerNs());
                    repeat(before -> {
                        final double clockNs = Double.parseDouble(pair.run("read 0", "clock").writer());
                        final Reading reading = write(pair, events(eventsPerNs[0], arguments.number("millis"),
                                arguments.number("leastEvents")), way);
                        add("throughput", Map.of("writers", String.valueOf(writers), "payload",
                                String.valueOf(payload), "clock", isRead ? "read" : "given"), "M/s",
                                Map.of("events", 1e3 * reading.eventsPerNs(), "bareClock", 1e3 / clockNs), before);
                    });
                }
            }
        }
    }

    private Reading write(final ChannelPair pair, final int events, final String way) {
        final Reading reading = reading(pair.run("read " + events, "write " + events + way));
        if (reading.missing != 0) {
            throw new IllegalStateException("events were lost: reading=" + reading);
        }
        return reading;
    }

    /** Returns the number of events for a duration, but at least a minimum; even, for two writers. */
    static int events(final double eventsPerNs, final int millis, final int least) {
        return (int) Math.min(MAX_EVENTS, Math.max(least, eventsPerNs * millis * MS_NS)) / CORES * CORES + CORES;
    }

    /** Measures the cost of an event for its thread, in bursts with pauses, so that the reader keeps up. */
    private void threads(final ChannelPair pair) throws IOException {
        final boolean isForOne = kind == ChannelKind.AERON_EXCLUSIVE || !kind.takesManyWriters();
        pair.warmUp(arguments.number("warmUpMillis"), () -> burst(pair, isForOne ? 1 : CORES));
        // Such a publication belongs to one thread; several threads would need as many channels.
        for (final int threads : isForOne ? List.of(1) : arguments.numbers("threads")) {
            repeat(before -> {
                final long missingBefore = missing;
                final double ns = burst(pair, threads);
                final Map<String, String> params = Map.of("threads", String.valueOf(threads));
                add("threads", params, "ns", Map.of("event", ns), before);
                observations.add(Observation.of("threadsLost." + kind.label(), params, round, "events",
                        Map.of("lost", (double) (missing - missingBefore))));
            });
        }
    }

    private double burst(final ChannelPair pair, final int threads) {
        final int each = Math.max(1, arguments.number("batches") / threads);
        final ChannelPair.Answers answers = pair.run("read " + (long) each * threads * ThroughputWriterMain.BATCH,
                "burst " + each + ' ' + threads + ' ' + PAUSE_NS * threads);
        missing += reading(answers).missing;
        return Double.parseDouble(answers.writer().split(" ", -1)[0]);
    }

    private void repeat(final Point point) throws IOException {
        for (int i = 0; i <= arguments.number("repeats"); i++) {
            final int first = observations.size();
            point.measure(room.read());
            final Machine machine = observations.get(first).machine();
            if (machine == null || !machine.state().equals(Machine.CHANGED)) {
                return;
            }
        }
    }

    private void add(final String harness, final Map<String, String> params, final String unit,
            final Map<String, Double> figures, final MachineRoom.Reading before) throws IOException {
        observations.add(new Observation(harness + '.' + kind.label(), params, System.getProperty("java.version"),
                round, unit, figures, room.since(before)));
    }

    private static Reading reading(final ChannelPair.Answers answers) {
        final String[] words = answers.reader().split(" ", -1);
        return new Reading(Long.parseLong(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]));
    }
}
