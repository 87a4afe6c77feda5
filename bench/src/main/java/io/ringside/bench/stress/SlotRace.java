package io.ringside.bench.stress;

import io.ringside.bench.stress.LingeringPayload.Linger;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.machine.AsymmetricBarrier;
import io.ringside.internal.write.DeclaredEvent;
import io.ringside.internal.write.ProviderState;
import io.ringside.internal.write.WriterThreads;
import io.ringside.internal.write.WritingThread;
import io.ringside.schema.EventSchema;
import io.ringside.schema.ProviderSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Race of an ending session, one that takes over its slot, and a third one: an event's enable mask, its provider's heap
 * mask and the table of sessions, with the steps of controller and control thread at a session's end in their order.
 * Unlike them, it waits by spinning.
 */
final class SlotRace {
    /** Enablement of the session that takes over the slot. */
    enum Successor {
        /** The session does not want the event. */
        UNWANTING(0),
        /** The session wants the event. */
        WANTING(1),
        /** The session wants the event, and so does a session in another slot all the time. */
        WANTING_BESIDE_ANOTHER(2);

        private final int figure;

        Successor(final int figure) {
            this.figure = figure;
        }

        /** Returns its number in results. */
        int figure() {
            return figure;
        }
    }

    /** Schema of the event. */
    static final EventSchema SCHEMA = ProviderSchema.builder("Ringside-Stress")
            .event("Raced", EventDescriptor.of(1, 4, 1)).build().events().get(0);

    private static final List<Linger> LINGERS = List.of(Linger.values());
    private static final List<Successor> SUCCESSORS = List.of(Successor.values());
    private static final int SLOT = 5;
    private static final int OTHER_SLOT = 40;
    private static final AsymmetricBarrier BARRIER = AsymmetricBarrier.best();
    /** Longer than the barrier, so that a write can pause during the whole end of the session. */
    private static final long LINGER_NS = BARRIER.isImmediate()
            ? TimeUnit.MICROSECONDS.toNanos(200)
            : AsymmetricBarrier.WAIT_NS + TimeUnit.MILLISECONDS.toNanos(3);
    /** Number of spins of a busy writer after it has noticed that the control thread waits for it. */
    private static final int SPINS_WHILE_AWAITED = 50;
    private static final int LATER_WRITE = 2;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(2);
    private static final AtomicInteger MADE = new AtomicInteger();

    private final StressSession ended = new StressSession();
    private final StressSession next = new StressSession();
    private final StressSession beside = new StressSession();
    private final UnsafeBuffer word = ended.memory().otherWord();
    private final LingeringPayload payload = new LingeringPayload(this);
    private final LanelessCount laneless = new LanelessCount();
    private int scenario = MADE.getAndIncrement();

    private WriterThreads threads = new WriterThreads();
    private ProviderState provider = new ProviderState(threads, StressSession.PROVIDER_ID);
    private DeclaredEvent event = new DeclaredEvent(provider, SCHEMA);
    private Linger linger = Linger.NOWHERE;
    private Successor successor = Successor.UNWANTING;
    private boolean lingerLater;
    private int written;
    private int writes;
    private int faults;
    private volatile boolean awaiting;
    private volatile boolean reused;

    /** Begin a race with the next scenario: the event is wanted, and the writer has not written yet. */
    SlotRace begin() {
        scenario++;
        linger = LINGERS.get(scenario % LINGERS.size());
        successor = SUCCESSORS.get(scenario / LINGERS.size() % SUCCESSORS.size());
        lingerLater = scenario / (LINGERS.size() * SUCCESSORS.size()) % 2 != 0;
        written = 0;
        writes = 0;
        faults = 0;
        awaiting = false;
        reused = false;
        laneless.reset();
        ended.begin();
        next.begin();
        beside.begin();
        threads = new WriterThreads();
        provider = new ProviderState(threads, StressSession.PROVIDER_ID);
        event = new DeclaredEvent(provider, SCHEMA);
        threads.session(SLOT, ended.pool(SLOT, laneless));
        threads.session(OTHER_SLOT, beside.pool(OTHER_SLOT, laneless));
        word.putLongRelease(0, bit(SLOT) | wantedBeside());
        event.connect(ended.memory().word().addressOffset(), FrameDescriptor.reference(1, 2));
        provider.interest(StressSession.interest(bit(SLOT) | bit(OTHER_SLOT)));
        return this;
    }

    Linger linger() {
        return linger;
    }

    Successor successor() {
        return successor;
    }

    DeclaredEvent event() {
        return event;
    }

    StressSession ended() {
        return ended;
    }

    /** Writer: return its handle. */
    WritingThread writer() {
        return threads.current();
    }

    /** Writer: return the payload of its next event. */
    LingeringPayload nextPayload() {
        StressSession.fill(payload, writes);
        return payload;
    }

    /** Writer: count an event after its write. */
    void count(final int eventsWritten) {
        written += eventsWritten;
        writes++;
    }

    /** Writer: return the number of its next event. */
    int writes() {
        return writes;
    }

    /**
     * Writer: pause here if the scenario says so, until the other side has reached the step at which this place is
     * dangerous.
     */
    void lingerAt(final Linger place) {
        if (linger != place || writes != (lingerLater ? LATER_WRITE : 0)) {
            return;
        }
        final long beginNs = System.nanoTime();
        while (!(place == Linger.INSIDE ? awaiting : reused) && System.nanoTime() - beginNs < LINGER_NS) {
            Thread.onSpinWait();
        }
        for (int i = 0; i < SPINS_WHILE_AWAITED && !reused; i++) {
            Thread.onSpinWait();
        }
    }

    /** Controller and control thread: end the session in the slot, up to its final reading. */
    void end() {
        word.putLongRelease(0, wantedBeside());
        provider.interest(StressSession.interest(bit(OTHER_SLOT)));
        threads.session(SLOT, null);
        final long completeNs = BARRIER.begin(System.nanoTime());
        while (System.nanoTime() - completeNs < 0) {
            Thread.onSpinWait();
        }
        final List<WritingThread> inside = new ArrayList<>(threads.writers());
        awaiting = true;
        final long beginNs = System.nanoTime();
        while (inside.removeIf(WritingThread::isQuiet) || !inside.isEmpty()) {
            if (System.nanoTime() - beginNs > PATIENCE_NS) {
                faults |= Fault.STUCK;
                return;
            }
            Thread.onSpinWait();
        }
        threads.writers().forEach(writer -> writer.removeLanes(SLOT));
        ended.readFinal();
    }

    /** Controller and control thread: put the next session into the slot. */
    void reuse() {
        threads.session(SLOT, next.pool(SLOT, laneless));
        if (successor != Successor.UNWANTING) {
            word.putLongRelease(0, bit(SLOT) | wantedBeside());
        }
        provider.interest(StressSession.interest(bit(SLOT) | bit(OTHER_SLOT)));
        reused = true;
    }

    /** Arbiter: return the number of events that the session recorded before its end. */
    int recorded() {
        ended.drain();
        return Long.bitCount(ended.tokens());
    }

    /** Arbiter: return the sum of the faults. */
    int settle() {
        if (!ended.isFinal()) {
            faults |= Fault.STRANGER;
        }
        ended.drain();
        next.drain();
        beside.drain();
        if (hasStrangers()) {
            faults |= Fault.STRANGER;
        }
        final int besides = Long.bitCount(beside.tokens());
        final int all = Long.bitCount(ended.tokens()) + Long.bitCount(next.tokens()) + besides;
        if (all != written || besides != (isWantedBeside() ? writes : 0) || laneless.events() != 0) {
            faults |= Fault.BOOKS;
        }
        return faults | ended.faults() | next.faults() | beside.faults();
    }

    /**
     * {@return whether an event is in the wrong session} The next session may have only events after the slot's reuse.
     */
    private boolean hasStrangers() {
        final long before = ended.tokens();
        final long after = next.tokens();
        if (after == 0) {
            return false;
        }
        return successor == Successor.UNWANTING || Long.highestOneBit(before) >= Long.lowestOneBit(after);
    }

    private boolean isWantedBeside() {
        return successor == Successor.WANTING_BESIDE_ANOTHER;
    }

    private long wantedBeside() {
        return isWantedBeside() ? bit(OTHER_SLOT) : 0;
    }

    private static long bit(final int slot) {
        return 1L << slot;
    }
}
