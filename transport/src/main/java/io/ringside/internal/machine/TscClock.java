package io.ringside.internal.machine;

import org.jspecify.annotations.Nullable;

/**
 * Monotonic time by the processor's time-stamp counter: the same time as {@link System#nanoTime()}, at half of its
 * price or less. Thread-safe.
 * <p>
 * {@link #refusal} makes the code that reads the counter, at its first call. {@link #start} compares it with the
 * monotonic clock, and {@link #calibrate} has to be called regularly from then on; where it is not called for some
 * seconds, or the computer has slept, {@link #nanoTime} reads the monotonic clock itself until it is called again.
 */
public final class TscClock {
    private static final Object CALIBRATING = new Object();
    private static final TickCalibration CALIBRATION = new TickCalibration(TickCounter::ticks, System::nanoTime);
    private static volatile TickScale scale = TickScale.NONE;

    private TscClock() {}

    /**
     * Whether the counter can be used in this JVM on this machine.
     *
     * @return null if it can; else why not, and what to do where anything can be done
     */
    public static @Nullable String refusal() {
        return TickCounter.refusal();
    }

    /**
     * Compare the counter with the monotonic clock, unless that was done lately; takes 2 to 50 milliseconds. Also
     * links what {@link #nanoTime} calls, so that the first thread to call it needs no more stack than others.
     *
     * @return null if the counter is in use; else why not
     */
    public static @Nullable String start() {
        final String refusal = refusal();
        if (refusal != null) {
            return refusal;
        }
        synchronized (CALIBRATING) {
            if (!scale.covers(TickCounter.ticks())) {
                scale = scale == TickScale.NONE ? CALIBRATION.start() : CALIBRATION.next(scale);
            }
        }
        nanoTime();
        return scale == TickScale.NONE ? "time-stamp counter cannot be compared with the monotonic clock" : null;
    }

    /** Keep the counter in step with the monotonic clock, if that is due and the counter is in use. Cheap if not. */
    public static void calibrate() {
        synchronized (CALIBRATING) {
            if (scale != TickScale.NONE && CALIBRATION.isDue(System.nanoTime())) {
                scale = CALIBRATION.next(scale);
            }
        }
    }

    /** Monotonic time in nanoseconds, as {@link System#nanoTime()} gives it. Allocates nothing. */
    public static long nanoTime() {
        final long ticks = TickCounter.ticks();
        // After the counter: a scale that lies ahead has been seen by then.
        final TickScale inForce = scale;
        return inForce.covers(ticks) ? inForce.toNs(ticks) : inForce.beyond(System.nanoTime());
    }
}
