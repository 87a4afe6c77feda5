package io.ringside.bench.throughput;

import io.ringside.bench.channel.ChannelKind;
import io.ringside.bench.fixture.Arguments;
import io.ringside.bench.result.Observation;
import io.ringside.bench.result.ResultLines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Measures throughput, and the cost of an event beside other threads, and writes figures. */
public final class ThroughputMain {
    /** All arguments. */
    static final Map<String, String> DEFAULTS = Map.ofEntries(
            Map.entry("results", "target/results/figures-throughput.jsonl"),
            Map.entry("kinds", "RINGSIDE,AERON_EXCLUSIVE,AERON_CONCURRENT,ONE_TO_ONE,MANY_TO_ONE"),
            Map.entry("threadKinds", "RINGSIDE,AERON_EXCLUSIVE,AERON_CONCURRENT,MANY_TO_ONE"),
            Map.entry("payloads", "32,128,1024"),
            Map.entry("writers", "1,2"),
            Map.entry("threads", "1,2,4,8,64"),
            Map.entry("first", "1"),
            Map.entry("rounds", "5"),
            Map.entry("events", "1000000"),
            Map.entry("batches", "6000"),
            Map.entry("roomBytes", "1048576"));

    private ThroughputMain() {}

    /**
     * Measure round by round, the channels in turn.
     *
     * @param args each {@code name=value}: {@code results}, the file to which figures are added; {@code kinds} of
     *             channels and {@code threadKinds}; {@code payloads} in bytes, multiples of 8;
     *             {@code writers} at a time; {@code threads} that write in bursts; number of the {@code first} round,
     *             and how many {@code rounds}; {@code events} and {@code batches} of a point; {@code roomBytes} of a
     *             lane
     * @throws IOException if a file or a process cannot be made
     */
    public static void main(final String[] args) throws IOException {
        final Arguments arguments = Arguments.parse(DEFAULTS, args);
        final ThroughputRound throughput = new ThroughputRound(arguments.number("events"),
                arguments.numbers("payloads"), arguments.numbers("writers"), arguments.number("roomBytes"));
        final ThreadsRound threads = new ThreadsRound(arguments.numbers("threads"), arguments.number("batches"),
                arguments.number("roomBytes"));
        final List<Observation> all = new ArrayList<>();
        final int first = arguments.number("first");
        for (int round = first; round < first + arguments.number("rounds"); round++) {
            final List<Observation> inRound = new ArrayList<>();
            for (final ChannelKind kind : kinds(arguments, "kinds")) {
                tell(inRound, throughput.measure(kind, round), round, kind);
            }
            for (final ChannelKind kind : kinds(arguments, "threadKinds")) {
                tell(inRound, threads.measure(kind, round), round, kind);
            }
            inRound.addAll(ThroughputRatios.of(inRound, round));
            all.addAll(inRound);
        }
        ResultLines.append(Path.of(arguments.text("results")), all);
    }

    private static List<ChannelKind> kinds(final Arguments arguments, final String name) {
        return arguments.texts(name).stream().map(ChannelKind::valueOf).toList();
    }

    private static void tell(final List<Observation> all, final List<Observation> measured, final int round,
            final ChannelKind kind) {
        all.addAll(measured);
        System.out.println("round " + round + ", " + kind.label() + ": " + measured.get(0).title() + ", "
                + measured.stream().filter(one -> one.target() == null).map(Observation::value).toList() + ' '
                + measured.get(0).unit());
    }
}
