package io.ringside.bench.enabled;

import io.ringside.bench.enabled.DrainedSessions.Batch;
import io.ringside.bench.fixture.Arguments;
import io.ringside.bench.fixture.MemoryFolder;
import io.ringside.bench.fixture.TracedProcess;
import io.ringside.bench.report.Observation;
import io.ringside.write.ProviderEvent;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Program that measures a write on a virtual thread and on a platform thread, in batches in turn: {@link
 * EnabledWriteBenchmark} runs on JMH's threads. Exits with 77 on a JDK without virtual threads.
 */
public final class VirtualThreadMain {
    private static final int CANNOT_BE_MEASURED = 77;
    private static final int PAYLOAD_BYTES = 32;
    private static final int WARM_UPS = 10;
    private static final int SLICES = 15;
    private static final int BATCHES = 3_000;
    private static final Map<String, String> DEFAULTS = Map.of("results", "target/results/figures-virtual.jsonl",
            "rounds", "3", "batches", String.valueOf(BATCHES));

    private final DrainedSessions sessions;
    private final ProviderEvent event;
    private final int batches;
    private final UnsafeBuffer source = new UnsafeBuffer(ByteBuffer.allocateDirect(PAYLOAD_BYTES));
    private long results;

    private VirtualThreadMain(final DrainedSessions sessions, final TracedProcess process, final int batches) {
        this.sessions = sessions;
        this.event = process.event();
        process.takeLanes();
        this.batches = batches;
    }

    /**
     * Measures both.
     *
     * @param args each {@code name=value}: {@code results}, the file to which figures are added; {@code rounds};
     *             {@code batches} of a slice
     * @throws IOException          if a file cannot be created
     * @throws InterruptedException never
     */
    public static void main(final String[] args) throws IOException, InterruptedException {
        final Arguments arguments = Arguments.parse(DEFAULTS, args);
        final MethodHandle starter = starter();
        if (starter == null) {
            System.out.println("no virtual threads: jdk=" + Runtime.version());
            System.exit(CANNOT_BE_MEASURED);
            return;
        }
        for (int round = 1; round <= arguments.number("rounds"); round++) {
            try (MemoryFolder folder = MemoryFolder.create();
                    DrainedSessions sessions = DrainedSessions.start(folder.path(), 1);
                    TracedProcess process = TracedProcess.connect(folder.path())) {
                Observation.append(arguments.results(), List.of(
                        new VirtualThreadMain(sessions, process, arguments.number("batches")).measure(starter, round)));
            }
        }
    }

    private Observation measure(final MethodHandle starter, final int round) throws InterruptedException {
        final double[] platform = new double[SLICES];
        final double[] onVirtual = new double[SLICES];
        for (int i = -WARM_UPS; i < SLICES; i++) {
            final int slice = Math.max(0, i);
            platform[slice] = slice();
            start(starter, () -> onVirtual[slice] = slice()).join();
        }
        if (results == 0) {
            throw new IllegalStateException("nothing was written");
        }
        return Observation.of("virtual", Map.of(), round, "ns",
                Map.of("platformThread", median(platform), "virtualThread", median(onVirtual)));
    }

    /** Returns the nanoseconds per event on the calling thread. */
    private double slice() {
        // The drain must know the thread's lane, which may belong to another carrier.
        event.write(source, 0, PAYLOAD_BYTES);
        sessions.findLanes();
        long ns = 0;
        for (int i = 0; i < batches; i++) {
            final long beginNs = System.nanoTime();
            results |= write();
            ns += System.nanoTime() - beginNs;
            sessions.drain();
        }
        return (double) ns / batches / Batch.EVENTS;
    }

    private long write() {
        long written = 0;
        for (int i = 0; i < Batch.EVENTS; i++) {
            written |= event.write(source, 0, PAYLOAD_BYTES);
        }
        return written;
    }

    private static double median(final double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }

    private static Thread start(final MethodHandle starter, final Runnable task) {
        try {
            return (Thread) starter.invokeExact(task);
        } catch (final Throwable e) {
            throw new IllegalStateException("virtual thread cannot be started", e);
        }
    }

    /** Returns null on a JDK without virtual threads: the jar also runs on JDK 17. */
    private static @Nullable MethodHandle starter() {
        try {
            return MethodHandles.publicLookup().findStatic(Thread.class, "startVirtualThread",
                    MethodType.methodType(Thread.class, Runnable.class));
        } catch (final ReflectiveOperationException e) {
            return null;
        }
    }
}
