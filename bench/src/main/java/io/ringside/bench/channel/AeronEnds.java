package io.ringside.bench.channel;

import io.aeron.Aeron;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** What both ends of a channel of Aeron share. Stateless. */
final class AeronEnds {
    static final String CHANNEL = "aeron:ipc";
    static final int STREAM = 1;
    /** A publication may be ahead of its subscribers by half of a term. */
    static final int TERMS_PER_ROOM = 2;

    private static final long CONNECT_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private AeronEnds() {}

    static Aeron connect(final ChannelPlan plan) {
        return Aeron.connect(new Aeron.Context().aeronDirectoryName(plan.driverDirectory().toString()));
    }

    static void await(final BooleanSupplier condition) {
        final long deadlineNs = System.nanoTime() + CONNECT_TIMEOUT_NS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadlineNs > 0) {
                throw new IllegalStateException("the ends of Aeron have not found each other: timeoutNs="
                        + CONNECT_TIMEOUT_NS);
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
    }
}
