package io.ringside.bench.channel;

import io.aeron.Aeron;
import io.aeron.ConcurrentPublication;
import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import io.ringside.bench.fixture.PeerRecord;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SleepingIdleStrategy;

/** Channel through Aeron IPC: its driver, publications that claim in place, and a subscription. */
final class AeronChannel {
    private static final String CHANNEL = "aeron:ipc";
    private static final int STREAM = 1;
    /** Terms in a channel's room: a publication may be ahead of its subscribers by half a term. */
    private static final int TERMS_PER_ROOM = 2;
    private static final int FRAGMENTS = 256;
    private static final long CONNECT_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private AeronChannel() {}

    /** Main class of the driver's process, which has one thread that sleeps while it is idle. */
    static final class DriverMain {
        private static final long IDLE_NS = TimeUnit.MICROSECONDS.toNanos(100);

        private DriverMain() {}

        /**
         * Runs until the end of the input.
         *
         * @param args the {@link ChannelPlan}
         * @throws IOException if the input cannot be read
         */
        public static void main(final String[] args) throws IOException {
            final ChannelPlan plan = ChannelPlan.parse(args);
            final MediaDriver.Context context = new MediaDriver.Context()
                    .aeronDirectoryName(plan.driverDirectory().toString())
                    .dirDeleteOnShutdown(true)
                    .threadingMode(ThreadingMode.SHARED)
                    .sharedIdleStrategy(new SleepingIdleStrategy(IDLE_NS))
                    .termBufferSparseFile(false)
                    .ipcTermBufferLength(TERMS_PER_ROOM * plan.roomBytes());
            try (MediaDriver driver = MediaDriver.launch(context)) {
                ChildJvm.serve(command -> driver.aeronDirectoryName());
            }
        }
    }

    /** Subscription. No message is longer than a fragment. */
    static final class Reader implements ReaderEnd {
        private final Aeron aeron;
        private final Subscription subscription;
        private final FragmentHandler handler;

        Reader(final ChannelPlan plan, final Receiver receiver) {
            aeron = connect(plan);
            subscription = aeron.addSubscription(CHANNEL, STREAM);
            handler = (buffer, offset, length, header) -> receiver.onMessage(PeerRecord.timeNs(buffer, offset), buffer,
                    offset + PeerRecord.HEADER_LENGTH, length - PeerRecord.HEADER_LENGTH);
        }

        @Override
        public int poll() {
            return subscription.poll(handler, FRAGMENTS);
        }

        @Override
        public void close() {
            aeron.close();
        }
    }

    /** Publications, one for each thread or one for all threads. */
    static final class Writer implements WriterEnd {
        private final ChannelPlan plan;
        private final WriterClock clock;
        private final Aeron aeron;

        Writer(final ChannelPlan plan, final WriterClock clock) {
            this.plan = plan;
            this.clock = clock;
            aeron = connect(plan);
        }

        /** Each kind of publication is called through its own class, as in an application. */
        @Override
        public Sender sender() {
            final BufferClaim claim = new BufferClaim();
            final NanoClock times = clock.ofThread();
            if (plan.kind() == ChannelKind.AERON_EXCLUSIVE) {
                final ExclusivePublication exclusive = aeron.addExclusivePublication(CHANNEL, STREAM);
                awaitReader(exclusive);
                return (source, length) -> {
                    final long timeNs = times.nanoTime();
                    return exclusive.tryClaim(PeerRecord.HEADER_LENGTH + length, claim) >= 0
                            && commit(claim, timeNs, source, length);
                };
            }
            final ConcurrentPublication concurrent = aeron.addPublication(CHANNEL, STREAM);
            awaitReader(concurrent);
            return (source, length) -> {
                final long timeNs = times.nanoTime();
                return concurrent.tryClaim(PeerRecord.HEADER_LENGTH + length, claim) >= 0
                        && commit(claim, timeNs, source, length);
            };
        }

        private static boolean commit(final BufferClaim claim, final long timeNs, final DirectBuffer source,
                final int length) {
            PeerRecord.encode(claim.buffer(), claim.offset(), timeNs, source, length);
            claim.commit();
            return true;
        }

        @Override
        public void close() {
            aeron.close();
        }
    }

    private static Aeron connect(final ChannelPlan plan) {
        return Aeron.connect(new Aeron.Context().aeronDirectoryName(plan.driverDirectory().toString()));
    }

    private static void awaitReader(final Publication publication) {
        final long deadlineNs = System.nanoTime() + CONNECT_TIMEOUT_NS;
        while (!publication.isConnected()) {
            if (System.nanoTime() - deadlineNs > 0) {
                throw new IllegalStateException("the ends of Aeron have not found each other: timeoutNs="
                        + CONNECT_TIMEOUT_NS);
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
    }
}
