package io.ringside.bench.latency;

import io.ringside.bench.channel.ChannelHost;
import io.ringside.bench.channel.ChannelKind;
import io.ringside.bench.channel.ChildJvm;
import io.ringside.cli.source.IdleMode;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** One channel in one round: a fresh writer and a fresh reader, warmed up, then point after point. Stateless. */
final class LatencyRound {
    private static final LatencyPoint WARM_UP = new LatencyPoint(0, IdleMode.SPIN);
    private static final LatencyPoint STEADY_WARM_UP = new LatencyPoint(100_000, IdleMode.SPIN);
    private static final int WARM_UPS = 2;
    private static final int WARM_UP_MILLIS = 300;

    private LatencyRound() {}

    static Map<LatencyPoint, Histogram> measure(final ChannelKind kind, final int roomBytes,
            final List<LatencyPoint> points, final int millis, final int leastJudged) throws IOException {
        try (ChannelHost host = ChannelHost.open(kind, roomBytes, true)) {
            final Map<LatencyPoint, Histogram> measured = new LinkedHashMap<>();
            try (ChildJvm reader = ChildJvm.start(LatencyReaderMain.class, host.plan().toArguments());
                    ChildJvm writer = ChildJvm.start(LatencyWriterMain.class, host.plan().toArguments())) {
                for (int i = 0; i < WARM_UPS; i++) {
                    run(reader, writer, WARM_UP, WARM_UP.events(WARM_UP_MILLIS, 1));
                    run(reader, writer, STEADY_WARM_UP, STEADY_WARM_UP.events(WARM_UP_MILLIS, 1));
                }
                for (final LatencyPoint point : points) {
                    measured.put(point, run(reader, writer, point, point.events(millis, leastJudged)));
                }
            }
            final long lost = host.end();
            if (lost != 0) {
                throw new IllegalStateException("events were lost, and the figures would be wrong: lost=" + lost);
            }
            return measured;
        }
    }

    private static Histogram run(final ChildJvm reader, final ChildJvm writer, final LatencyPoint point,
            final int events) {
        reader.tell("read " + events + ' ' + point.idle());
        writer.ask("write " + events + ' ' + point.rate());
        return LatencyHistograms.decode(reader.answer());
    }
}
