package io.ringside.reader.counter;

import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.provider.counter.CounterCallback;
import io.ringside.provider.counter.CounterInstance;
import io.ringside.provider.counter.CounterRequest;
import io.ringside.provider.counter.CounterSet;
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
    static final CounterSetSchema SCHEMA = CounterSetSchema.of("Geometric Waves", CounterSetSchema.Kind.MULTIPLE,
            List.of(CounterSchema.of(1, "Triangle", CounterType.RAWCOUNT).withDescription("There and back."),
                    CounterSchema.of(2, "Square", CounterType.RAWCOUNT).withDescription("Up, then down.")))
            .withDescription("Three waves of ten seconds.");

    private static final long UNITS_PER_SECOND = 10_000_000;
    private static final long SECONDS_1601_TO_1970 = 11_644_473_600L;
    private static final int PERIOD_S = 10;
    private static final int HALF_S = PERIOD_S / 2;

    /** The waves of the sample, whose place is their id. */
    private static final List<Wave> WAVES = List.of(new Wave("Small Wave", 40, 20), new Wave("Medium Wave", 30, 40),
            new Wave("Large Wave", 20, 60));

    private final LongSupplier systemTime;
    private final int pushed;
    private final CounterSet set;
    private final List<CounterInstance> instances = new ArrayList<>();

    private record Wave(String name, long min, long amplitude) {
        private long triangle(final long i) {
            return min + amplitude * Math.abs(HALF_S - i) / HALF_S;
        }

        private long square(final long i) {
            return min + (i < HALF_S ? amplitude : 0);
        }
    }

    /** How readers get the waves. */
    enum Provision {
        /** All are created, and stored into. */
        PUSHED(3),
        /** All are given when they are asked for. */
        PULLED(0),
        /** The first is created, the others are given. */
        MIXED(1);

        private final int pushed;

        Provision(final int pushed) {
            this.pushed = pushed;
        }
    }

    /**
     * Open the set.
     *
     * @param ringside   of this process
     * @param systemTime in units of 100 ns since 1601
     * @param provision  of the waves
     */
    GeometricWaves(final Ringside ringside, final LongSupplier systemTime, final Provision provision) {
        this.systemTime = systemTime;
        this.pushed = provision.pushed;
        set = pushed == WAVES.size()
                ? ringside.counterSet(SCHEMA)
                : ringside.counterSet(SCHEMA, this::answer, null);
        for (int id = 0; id < pushed; id++) {
            instances.add(set.create(WAVES.get(id).name, id));
        }
    }

    /** Store the values of this moment. */
    void update() {
        final long i = second();
        for (int id = 0; id < pushed; id++) {
            instances.get(id).counter("Triangle").set(WAVES.get(id).triangle(i));
            instances.get(id).counter("Square").set(WAVES.get(id).square(i));
        }
    }

    @Override
    public void close() {
        set.close();
    }

    /** Gives the waves that are not pushed, with the values of this moment where values are asked for. */
    private int answer(final CounterRequest request) {
        final long i = second();
        for (int id = pushed; id < WAVES.size() && request.type().hasAnswer(); id++) {
            final Wave wave = WAVES.get(id);
            final CounterRequest.Buffer.AddStatus status = request.type() == CounterRequest.Type.COLLECT_DATA
                    ? request.buffer().add(wave.name, id, wave.triangle(i), wave.square(i))
                    : request.buffer().add(wave.name, id);
            if (status.isError()) {
                return status.code();
            }
        }
        return CounterCallback.SUCCESS;
    }

    private long second() {
        return systemTime.getAsLong() / UNITS_PER_SECOND % PERIOD_S;
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
                GeometricWaves waves = new GeometricWaves(ringside, GeometricWaves::systemTime,
                        Provision.MIXED)) {
            while (true) {
                waves.update();
                TimeUnit.MILLISECONDS.sleep(100);
            }
        }
    }
}
