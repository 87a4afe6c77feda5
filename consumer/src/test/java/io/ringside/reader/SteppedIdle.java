package io.ringside.reader;

import org.agrona.concurrent.IdleStrategy;

/** Takes a step, such as one of a clock, wherever a duty cycle ends, and never waits. */
final class SteppedIdle implements IdleStrategy {
    private final Runnable step;

    SteppedIdle(final Runnable step) {
        this.step = step;
    }

    @Override
    public void idle(final int workCount) {
        step.run();
    }

    @Override
    public void idle() {
        step.run();
    }

    @Override
    public void reset() {
        // Holds nothing.
    }
}
