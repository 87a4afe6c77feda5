package io.ringside.bench.lttng;

import io.ringside.bench.fixture.CountingSink;
import io.ringside.bench.fixture.MemoryFolder;
import io.ringside.bench.fixture.SessionControl;
import io.ringside.bench.fixture.TracedProcess;
import io.ringside.bench.report.Observation;
import io.ringside.control.EnableRequest;
import io.ringside.event.Keyword;
import io.ringside.internal.drain.DrainContext;
import io.ringside.internal.drain.SessionDrain;
import io.ringside.session.Enablement;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.UnsafeBuffer;

/** Measures both writes in turn; the fastest batch of each counts. Started by {@code bench/lttng/run}. */
public final class LttngMain {
    private static final int PAYLOAD_BYTES = 32;
    private static final int BATCHES = 8_000;
    private static final int BATCH_EVENTS = 192;
    private static final long PAUSE_NS = TimeUnit.MICROSECONDS.toNanos(100);

    private LttngMain() {}

    /**
     * Measures both writes.
     *
     * @param args file to which the figures are added, number of the round, path of the library, {@code on} or {@code
     *             off} for the sessions of both, and the cost of an event in C, in ns
     * @throws IOException if the file cannot be written
     */
    public static void main(final String[] args) throws IOException {
        if (args.length != 5) {
            throw new IllegalArgumentException("arguments are missing: FILE ROUND LIBRARY on|off NATIVE_NS");
        }
        System.load(Path.of(args[2]).toAbsolutePath().toString());
        final boolean isOn = "on".equals(args[3]);
        final double nativeNs = Double.parseDouble(args[4]);
        final double[] ns = measure(isOn);
        final int round = Integer.parseInt(args[1]);
        Observation.append(Path.of(args[0]), List.of(Observation.of("lttng", Map.of("session", args[3]), round, "ns",
                Map.of("ringside", ns[0], "jni", ns[1], "c", nativeNs))));
    }

    /** Returns the cost of our event and of one through JNI, in nanoseconds. */
    private static double[] measure(final boolean isOn) throws IOException {
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[PAYLOAD_BYTES]);
        final CountingSink counted = new CountingSink();
        try (MemoryFolder folder = MemoryFolder.create();
                SessionControl control = SessionControl.open(folder.path())) {
            final long sessionId = control.start("lttng", isOn
                    ? List.of(EnableRequest.of(TracedProcess.PROVIDER, Enablement.of(255, Keyword.NONE, Keyword.NONE)))
                    : List.of());
            try (TracedProcess process = TracedProcess.connect(folder.path(), PAYLOAD_BYTES / Long.BYTES);
                    SessionDrain drain = SessionDrain.open(new DrainContext(control.participant())
                            .errorHandler(SessionControl.ERRORS), sessionId)) {
                process.takeLanes();
                final ProviderEvent event = process.event();
                long ours = Long.MAX_VALUE;
                long theirs = Long.MAX_VALUE;
                for (int batch = 0; batch < BATCHES; batch++) {
                    ours = Math.min(ours, write(event, payload, isOn));
                    while (!drain.isEmpty() || (isOn && counted.isEmpty())) {
                        drain.poll(counted, Integer.MAX_VALUE);
                    }
                    theirs = Math.min(theirs, trace());
                    LockSupport.parkNanos(PAUSE_NS);
                }
                return new double[]{(double) ours / BATCH_EVENTS, (double) theirs / BATCH_EVENTS};
            }
        }
    }

    private static long write(final ProviderEvent event, final UnsafeBuffer payload,
            final boolean isOn) {
        long written = 0;
        final long begin = System.nanoTime();
        for (int i = 0; i < BATCH_EVENTS; i++) {
            written += WriteResult.written(event.write(payload, 0, PAYLOAD_BYTES));
        }
        final long taken = System.nanoTime() - begin;
        if (written != (isOn ? BATCH_EVENTS : 0)) {
            throw new IllegalStateException("a batch was not written as it should: events=" + written);
        }
        return taken;
    }

    private static long trace() {
        final long begin = System.nanoTime();
        for (int i = 0; i < BATCH_EVENTS; i++) {
            Tracepoint.sample(i, i + 1, i + 2, i + 3);
        }
        return System.nanoTime() - begin;
    }
}
