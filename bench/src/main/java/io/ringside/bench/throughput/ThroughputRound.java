package io.ringside.bench.throughput;

import io.ringside.bench.channel.ChannelKind;
import io.ringside.bench.result.Observation;
import io.ringside.bench.throughput.Pair.Reading;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Events a second of one channel in one round.
 *
 * @param events     of a point
 * @param payloads   lengths in bytes
 * @param writers    how many at a time
 * @param roomBytes  of the channel
 */
record ThroughputRound(int events, List<Integer> payloads, List<Integer> writers, int roomBytes) {
    static final String TABLE = "Throughput from one process to another";
    static final String WRITERS = "writers";
    static final String PAYLOAD = "payload, bytes";
    static final String CLOCK = "clock";
    static final String READ = "read for each";
    static final String GIVEN = "given by the caller";
    static final String UNIT = "million events/s";

    private static final int WARM_UPS = 2;
    /** A gigabyte in a point is enough. */
    private static final long BYTES_MAX = 512L << 20;

    List<Observation> measure(final ChannelKind kind, final int round) throws IOException {
        final List<Observation> all = new ArrayList<>();
        try (Pair pair = Pair.open(kind, roomBytes, true)) {
            for (final boolean clock : new boolean[]{true, false}) {
                speed(pair, 1, payloads.get(0), clock);
            }
            for (final int threads : writers) {
                if (threads == 1 || kind.takesManyWriters()) {
                    for (final int length : payloads) {
                        all.add(observation(kind, round, threads, length, READ, speed(pair, threads, length, true)));
                        all.add(observation(kind, round, threads, length, GIVEN, speed(pair, threads, length, false)));
                    }
                }
            }
            pair.end();
        }
        return all;
    }

    /** Of the last time only: each way to write has its own code, which is compiled before. */
    private double speed(final Pair pair, final int threads, final int length, final boolean clock) {
        double speed = 0;
        for (int i = 0; i <= WARM_UPS; i++) {
            speed = once(pair, threads, length, clock);
        }
        return speed;
    }

    private double once(final Pair pair, final int threads, final int length, final boolean clock) {
        final int each = (int) Math.min(events, BYTES_MAX / length) / threads;
        final Reading reading = pair.run((long) each * threads,
                "write " + each * threads + ' ' + threads + ' ' + length + ' ' + clock).reading();
        if (reading.missing() != 0) {
            throw new IllegalStateException("events were lost: reading=" + reading);
        }
        return 1_000.0 * reading.received() / Math.max(1, reading.ns());
    }

    private static Observation observation(final ChannelKind kind, final int round, final int threads,
            final int length, final String clock, final double value) {
        return Observation.of(TABLE, kind.label(), Map.of(WRITERS, String.valueOf(threads), PAYLOAD,
                String.valueOf(length), CLOCK, clock), round, UNIT, value);
    }
}
