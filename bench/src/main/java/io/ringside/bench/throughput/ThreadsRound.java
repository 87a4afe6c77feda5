package io.ringside.bench.throughput;

import io.ringside.bench.channel.ChannelKind;
import io.ringside.bench.result.HarnessTarget;
import io.ringside.bench.result.Observation;
import io.ringside.bench.throughput.Pair.Answers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What an event costs beside other threads that write, in bursts with pauses, so that the reader keeps up.
 *
 * @param threads   how many at a time
 * @param batches   of all threads together
 * @param roomBytes of the channel
 */
record ThreadsRound(List<Integer> threads, int batches, int roomBytes) {
    static final String TABLE = "Writers at a time";
    static final String THREADS = "threads";

    /** Between two batches of a thread, for each thread: so all together write about as fast, however many they are. */
    private static final long PAUSE_NS = 50_000;
    private static final int FEW = 1;
    private static final int CORES = 2;

    List<Observation> measure(final ChannelKind kind, final int round) throws IOException {
        final List<Observation> all = new ArrayList<>();
        double alone = Double.NaN;
        // It would lose what finds no room.
        try (Pair pair = Pair.open(kind, roomBytes, false)) {
            for (final int warmUp : List.of(FEW, FEW, isForOne(kind) ? FEW : CORES)) {
                burst(pair, warmUp);
            }
            for (final int count : isForOne(kind) ? List.of(FEW) : threads) {
                final Answers answers = burst(pair, count);
                final double ns = Double.parseDouble(answers.writer().split(" ", -1)[0]);
                all.add(Observation.of(TABLE, kind.label(), Map.of(THREADS, String.valueOf(count)), round,
                        "ns/event", ns));
                alone = count == FEW ? ns : alone;
                if (kind == ChannelKind.RINGSIDE) {
                    all.add(Observation.of(HarnessTarget.THREADS_LOST, "", round,
                            (double) answers.reading().missing()));
                    if (count == CORES) {
                        all.add(Observation.of(HarnessTarget.THREADS_FLAT, "", round, ns / alone));
                    }
                }
            }
            pair.end();
        }
        return all;
    }

    /** Such a publication belongs to a thread; one more for each would be as many channels. */
    private static boolean isForOne(final ChannelKind kind) {
        return kind == ChannelKind.AERON_EXCLUSIVE || !kind.takesManyWriters();
    }

    private Answers burst(final Pair pair, final int count) {
        final int each = Math.max(1, batches / count);
        return pair.run((long) each * count * ThroughputWriterMain.BATCH,
                "burst " + each + ' ' + count + ' ' + PAUSE_NS * count);
    }
}
