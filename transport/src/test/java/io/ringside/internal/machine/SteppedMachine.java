package io.ringside.internal.machine;

/**
 * A machine with a counter and a monotonic clock that a test moves. Every reading takes time, as it does in truth; what
 * is compared afterwards is read without.
 */
final class SteppedMachine {
    static final double TICKS_OF_NS = 2.6;
    private static final long READING_NS = 20;

    private double counter = 7e15;
    private double monotonicNs = 1e12;
    private double driftPpm;
    private long interruptionNs;

    /** Let time pass on both clocks. */
    void pass(final long ns) {
        counter += ns * TICKS_OF_NS;
        monotonicNs += ns * (1 + driftPpm / 1e6);
    }

    /** Let the kernel correct its clock's rate. */
    void drift(final double ppm) {
        driftPpm = ppm;
    }

    /** Sleep: the counter may go on, the monotonic clock does not. */
    void sleep(final long ns) {
        counter += ns * TICKS_OF_NS;
    }

    /** Begin to count anew, as some machines do when they wake up. */
    void restartCounter() {
        counter = 1_000_000;
    }

    /** Let something else run in each reading from now on. */
    void interrupt(final long ns) {
        interruptionNs = ns;
    }

    long readCounter() {
        pass(READING_NS + interruptionNs);
        return ticks();
    }

    long readMonotonic() {
        pass(READING_NS);
        return monotonicNs();
    }

    long ticks() {
        return (long) counter;
    }

    long monotonicNs() {
        return (long) monotonicNs;
    }

    /** What a writer stamps an event with. */
    long stamp(final TickScale scale) {
        return scale.covers(ticks()) ? scale.toNs(ticks()) : scale.beyond(monotonicNs());
    }

    /** By how much such a stamp is wrong. */
    long errorNs(final TickScale scale) {
        return stamp(scale) - monotonicNs();
    }
}
