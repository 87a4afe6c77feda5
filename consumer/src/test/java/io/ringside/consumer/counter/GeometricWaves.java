package io.ringside.consumer.counter;

import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetKind;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import io.ringside.transport.counter.CounterInstance;
import io.ringside.transport.counter.CounterSet;
import io.ringside.transport.provider.Ringside;
import io.ringside.transport.provider.RingsideContext;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The sample of ETW's counters: three instances that swing around in ten seconds, as a triangle and as a square. Run it
 * with a trace directory, and look at it by {@code ringside counters watch "Geometric Waves(*)\*"}.
 */
public final class GeometricWaves implements AutoCloseable {
    static final CounterSetSchema SCHEMA = CounterSetSchema.of("Geometric Waves", CounterSetKind.MULTIPLE,
            List.of(CounterSchema.of(1, "Triangle", CounterType.RAWCOUNT).withDescription("There and back."),
                    CounterSchema.of(2, "Square", CounterType.RAWCOUNT).withDescription("Up, then down.")))
            .withDescription("Three waves of ten seconds.");

    private static final long UNITS_PER_SECOND = 10_000_000;
    private static final long SECONDS_1601_TO_1970 = 11_644_473_600L;
    private static final int PERIOD_S = 10;
    private static final int HALF_S = PERIOD_S / 2;

    private final LongSupplier systemTime;
    private final CounterSet set;
    private final List<Wave> waves = new ArrayList<>();

    private record Wave(CounterInstance instance, long min, long amplitude) {}

    /**
     * Open the set.
     *
     * @param ringside   of this process
     * @param systemTime in units of 100 ns since 1601
     */
    GeometricWaves(final Ringside ringside, final LongSupplier systemTime) {
        this.systemTime = systemTime;
        set = ringside.counterSet(SCHEMA);
        add("Small Wave", 40, 20);
        add("Medium Wave", 30, 40);
        add("Large Wave", 20, 60);
    }

    /** Store the values of this moment. */
    void update() {
        final long i = systemTime.getAsLong() / UNITS_PER_SECOND % PERIOD_S;
        for (final Wave wave : waves) {
            wave.instance.counter("Triangle").set(wave.min + wave.amplitude * Math.abs(HALF_S - i) / HALF_S);
            wave.instance.counter("Square").set(wave.min + (i < HALF_S ? wave.amplitude : 0));
        }
    }

    @Override
    public void close() {
        set.close();
    }

    private void add(final String name, final long min, final long amplitude) {
        waves.add(new Wave(set.create(name, waves.size()), min, amplitude));
    }

    /** Units of 100 ns since 1601. */
    static long systemTime() {
        final Instant now = Instant.now();
        return (now.getEpochSecond() + SECONDS_1601_TO_1970) * UNITS_PER_SECOND + now.getNano() / 100;
    }

    public static void main(final String[] args) throws InterruptedException {
        try (Ringside ringside = Ringside.connect(args.length == 0
                ? new RingsideContext()
                : new RingsideContext().directory(Path.of(args[0])));
                GeometricWaves waves = new GeometricWaves(ringside, GeometricWaves::systemTime)) {
            while (true) {
                waves.update();
                TimeUnit.MILLISECONDS.sleep(100);
            }
        }
    }
}
