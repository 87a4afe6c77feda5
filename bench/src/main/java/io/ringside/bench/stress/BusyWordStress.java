package io.ringside.bench.stress;

import io.ringside.internal.machine.AsymmetricBarrier;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Smallest form of a session's end, with the orders of writer and control thread: the writer stores {@code busy} and
 * reads {@code wanted}; the control thread clears {@code wanted} and reads {@code busy}. Each side stores one word and
 * then loads the other's, so that a barrier must keep the store before the load on both sides.
 * <p>
 * The figures are the attempts at the final reading, and later attempts, each of which would be a defect.
 */
public final class BusyWordStress {
    private static final AsymmetricBarrier BARRIER = AsymmetricBarrier.best();

    private BusyWordStress() {}

    /** Production form: the barrier orders both sides. */
    @JCStressTest
    @Outcome(id = "\\d, 0", expect = Expect.ACCEPTABLE, desc = "The final reading was final.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An attempt came after the final reading.")
    @State
    public static class WithBarrier {
        private final Words words = new Words();

        @Actor
        public void writer() {
            words.start.await();
            words.enter();
            words.attempt();
        }

        @Actor
        public void agent() {
            words.start.await();
            words.takeAway();
            final long completeNs = BARRIER.begin(System.nanoTime());
            while (System.nanoTime() - completeNs < 0) {
                Thread.onSpinWait();
            }
            words.awaitQuiet();
        }

        @Arbiter
        public void settle(final II_Result result) {
            words.settle(result);
        }
    }

    /** For comparison: a full fence on each side, a cost that no write should pay. */
    @JCStressTest
    @Outcome(id = "\\d, 0", expect = Expect.ACCEPTABLE, desc = "The final reading was final.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An attempt came after the final reading.")
    @State
    public static class WithFences {
        private final Words words = new Words();

        @Actor
        public void writer() {
            words.start.await();
            words.enter();
            VarHandle.fullFence();
            words.attempt();
        }

        @Actor
        public void agent() {
            words.start.await();
            words.takeAway();
            VarHandle.fullFence();
            words.awaitQuiet();
        }

        @Arbiter
        public void settle(final II_Result result) {
            words.settle(result);
        }
    }

    /**
     * For comparison: a fence in the control thread only. Its failure shows that the barrier is needed, and that the
     * test would detect its absence.
     */
    @JCStressTest
    @Outcome(id = "\\d, 0", expect = Expect.ACCEPTABLE, desc = "The final reading was final.")
    @Outcome(expect = Expect.ACCEPTABLE_INTERESTING, desc = "Without a barrier: an attempt after the final reading.")
    @State
    public static class WithoutBarrier {
        private final Words words = new Words();

        @Actor
        public void writer() {
            words.start.await();
            words.enter();
            words.attempt();
        }

        @Actor
        public void agent() {
            words.start.await();
            words.takeAway();
            VarHandle.fullFence();
            words.awaitQuiet();
        }

        @Arbiter
        public void settle(final II_Result result) {
            words.settle(result);
        }
    }

    /** Shared words, and the steps of both sides. */
    private static final class Words {
        private static final int SPINS = 100_000_000;
        private static final int UNFINISHED = -1;
        private static final VarHandle BUSY;
        private static final VarHandle WANTED;
        private static final VarHandle ATTEMPTS;
        static {
            try {
                final MethodHandles.Lookup lookup = MethodHandles.lookup();
                BUSY = lookup.findVarHandle(Words.class, "busy", int.class);
                WANTED = lookup.findVarHandle(Words.class, "wanted", long.class);
                ATTEMPTS = lookup.findVarHandle(Words.class, "attempts", long.class);
            } catch (final ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        final Rendezvous start = new Rendezvous(2);
        private int busy;
        private long wanted = 1;
        private long attempts;
        private long finalAttempts = -1;

        void enter() {
            BUSY.setOpaque(this, 1);
            VarHandle.acquireFence();
        }

        void attempt() {
            if ((long) WANTED.getVolatile(this) != 0) {
                ATTEMPTS.setRelease(this, attempts + 1);
            }
            BUSY.setRelease(this, 0);
        }

        void takeAway() {
            WANTED.setRelease(this, 0L);
        }

        void awaitQuiet() {
            int spins = 0;
            while ((int) BUSY.getAcquire(this) != 0 && spins++ < SPINS) {
                Thread.onSpinWait();
            }
            finalAttempts = (long) ATTEMPTS.getAcquire(this);
        }

        void settle(final II_Result result) {
            result.r1 = (int) finalAttempts;
            result.r2 = busy == 0 && wanted == 0 ? (int) (attempts - finalAttempts) : UNFINISHED;
        }
    }
}
