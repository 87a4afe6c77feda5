package io.ringside.cli.source;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingIdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;

/** What a reader does while nothing comes. */
public enum IdleMode {
    /** Look again at once: least latency, a whole core. */
    SPIN,
    /** Let others run in between. */
    YIELD,
    /** Sleep for a moment in between: least cost. */
    SLEEP;

    private static final long SLEEP_NS = TimeUnit.MILLISECONDS.toNanos(1);

    /** How to do it; for one thread. */
    public IdleStrategy strategy() {
        return switch (this) {
            case SPIN -> BusySpinIdleStrategy.INSTANCE;
            case YIELD -> YieldingIdleStrategy.INSTANCE;
            case SLEEP -> new SleepingIdleStrategy(SLEEP_NS);
        };
    }

    /** The word for it on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
