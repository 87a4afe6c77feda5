package io.ringside.bench.latency;

import io.ringside.bench.channel.ChannelHost;
import io.ringside.bench.channel.ChannelKind;
import io.ringside.bench.channel.ChannelPair;
import io.ringside.bench.fixture.Arguments;
import io.ringside.bench.fixture.MachineRoom;
import io.ringside.bench.report.Observation;
import io.ringside.bench.report.Observation.Machine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Program that measures latencies from one process to another, with the channels in turn. Not thread-safe. */
public final class LatencyMain {
    /** Names and defaults of all arguments. */
    static final Map<String, String> DEFAULTS = Map.of(
            "results", "target/results/figures-latency.jsonl",
            "kinds", "RINGSIDE,AERON_EXCLUSIVE,CHRONICLE",
            "rates", "10000,100000,1000000",
            "readers", "spin",
            "rounds", "5",
            "millis", "2000",
            "leastEvents", "20000",
            "warmUpMillis", "60000",
            "repeats", "3",
            "roomBytes", "1048576");

    private static final int FULL_RATE = 1_000_000;
    private static final int WARM_UP_MILLIS = 250;
    private static final int WARM_UP_RATE = 100_000;

    private final Arguments arguments;
    private final MachineRoom room;

    private LatencyMain(final Arguments arguments, final MachineRoom room) {
        this.arguments = arguments;
        this.room = room;
    }

    /**
     * Measures round by round, the channels in turn.
     *
     * @param args each {@code name=value}: {@code results}, the file to which observations are added; {@code kinds} of
     *             channels; {@code rates} of events per second, 0 for as fast as possible; {@code readers}, idle
     *             strategies of the reader; {@code rounds}; {@code millis} of a point, or longer until it has {@code
     *             leastEvents}; {@code warmUpMillis}, maximum duration of the warm-up; {@code repeats} of a point
     *             during which the state of the machine changed; {@code roomBytes} of a lane
     * @throws IOException if a file or a process cannot be created
     */
    public static void main(final String[] args) throws IOException {
        final Arguments arguments = Arguments.parse(DEFAULTS, args);
        try (MachineRoom room = new MachineRoom()) {
            final LatencyMain latency = new LatencyMain(arguments, room);
            for (int round = 1; round <= arguments.number("rounds"); round++) {
                for (final String kind : arguments.texts("kinds")) {
                    Observation.append(arguments.results(), latency.measure(ChannelKind.valueOf(kind), round));
                }
            }
        }
    }

    private List<Observation> measure(final ChannelKind kind, final int round) throws IOException {
        final List<Observation> observations = new ArrayList<>();
        try (ChannelHost host = ChannelHost.open(kind, arguments.number("roomBytes"), true)) {
            try (ChannelPair pair = ChannelPair.open(host, LatencyReaderMain.class, LatencyWriterMain.class)) {
                pair.warmUp(arguments.number("warmUpMillis"), () -> {
                    run(pair, 0, "spin", FULL_RATE / 1_000 * WARM_UP_MILLIS);
                    run(pair, WARM_UP_RATE, "spin", WARM_UP_RATE / 1_000 * WARM_UP_MILLIS);
                });
                for (final String reader : arguments.texts("readers")) {
                    for (final int rate : arguments.numbers("rates")) {
                        point(observations, kind, round, pair, rate, reader);
                    }
                }
            }
            final long lost = host.end();
            if (lost != 0) {
                throw new IllegalStateException("events were lost: lost=" + lost + ": the figures would be wrong");
            }
        }
        return observations;
    }

    /** Measures a point. Every attempt is an observation; the page counts those during which the state changed. */
    private void point(final List<Observation> observations, final ChannelKind kind, final int round,
            final ChannelPair pair, final int rate, final String reader) throws IOException {
        final int events = events(rate, arguments.number("millis"), arguments.number("leastEvents"));
        Machine machine = null;
        for (int i = 0; i <= arguments.number("repeats")
                && (machine == null || machine.state().equals(Machine.CHANGED)); i++) {
            final MachineRoom.Reading before = room.read();
            final Map<String, Double> percentiles = run(pair, rate, reader, events);
            machine = room.since(before);
            observations.add(new Observation("latency." + kind.label(),
                    Map.of("rate", String.valueOf(rate), "reader", reader), System.getProperty("java.version"), round,
                    "ns", percentiles, machine));
        }
    }

    /** Returns the number of events for a duration, but at least a minimum. */
    static int events(final int rate, final int millis, final int least) {
        return (int) Math.max(Math.max(1, least), (rate == 0 ? FULL_RATE : rate) * (long) millis / 1_000);
    }

    private static Map<String, Double> run(final ChannelPair pair, final int rate, final String reader,
            final int events) {
        final Map<String, Double> percentiles = new LinkedHashMap<>();
        for (final String word : pair.run("read " + events + ' ' + reader, "write " + events + ' ' + rate).reader()
                .split(" ", -1)) {
            final String[] sides = word.split("=", -1);
            percentiles.put('p' + sides[0], Double.valueOf(sides[1]));
        }
        return percentiles;
    }
}
