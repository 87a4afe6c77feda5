package io.ringside.internal.write;

import io.ringside.write.WriteOptions;
import io.ringside.write.WriteResult;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The writing threads of a runtime, and the sessions that are attached in the process, by slot. Thread-safe; sessions
 * are set by the control thread only.
 * <p>
 * A writing thread is a platform thread. Virtual threads write through the writer of their carrier: they leave it only
 * where they park, and nothing parks between finding a writer and the end of a write.
 */
public final class WriterThreads {
    /** Number of known writers beyond which those that have ended are removed. */
    private static final int UNSEARCHED_WRITERS = 64;
    private static final int PLACES = 256;

    private final AtomicReferenceArray<@Nullable SessionLanes> sessions = new AtomicReferenceArray<>(Long.SIZE);
    /** Replaced as a whole: a lock would let virtual threads park. */
    private final AtomicReference<List<WritingThread>> writers = new AtomicReference<>(List.of());
    /**
     * Each thread's own, and another variable after {@link #close}. A thread does not keep its writer, which {@link
     * #writers} does: a thread of a container lives longer than the classes of an application that brings this library.
     */
    private ThreadLocal<Reference<WritingThread>> current;
    /**
     * Writers by the ids of their platform threads, where they are found without the search that a thread's variable
     * costs. A place is its first writer's until that is forgotten: threads that share one do not take turns in storing
     * to it, but search.
     * <p>
     * Read and written without order: a thread that finds a writer compares its own with the writer's, which is final,
     * and has then made it himself. A place that is emptied for one thread while another takes it is taken again with
     * the next search.
     */
    private final @Nullable WritingThread[] places = new @Nullable WritingThread[PLACES];
    /** Whether a thread that runs is what {@link Thread#currentThread} says. */
    private final boolean givesPlaces;
    private final Supplier<Thread> carrier;
    private final @Nullable ClaimScratch scratch;
    private final AtomicInteger numbers = new AtomicInteger();
    /** Threads that count losses now, some of them without a writer. */
    private final AtomicInteger losing = new AtomicInteger();
    /** Refuses every event, so that each is counted as lost: threads find it that have no memory for a writer. */
    private final WritingThread refusing;
    private volatile int searchFrom = UNSEARCHED_WRITERS;
    private volatile Runnable controlWakeup = () -> {};

    /** No threads, no sessions. */
    public WriterThreads() {
        this(Carriers.newLocal(), Carriers::current, Carriers.exist() ? new ClaimScratch() : null, true);
    }

    /**
     * Creates an instance for threads that are distinguished in another way.
     *
     * @param current writer of the platform thread that runs
     * @param carrier the platform thread that runs
     * @param scratch for claims of threads that are not the one that runs; null if there are none such
     */
    WriterThreads(final ThreadLocal<Reference<WritingThread>> current, final Supplier<Thread> carrier,
            final @Nullable ClaimScratch scratch) {
        this(current, carrier, scratch, false);
    }

    /**
     * The same, with or without places.
     *
     * @param givesPlaces whether a thread that runs is what {@link Thread#currentThread} says
     */
    WriterThreads(final ThreadLocal<Reference<WritingThread>> current, final Supplier<Thread> carrier,
            final @Nullable ClaimScratch scratch, final boolean givesPlaces) {
        this.current = current;
        this.carrier = carrier;
        this.scratch = scratch;
        this.givesPlaces = givesPlaces;
        // It belongs to no thread that runs.
        this.refusing = new WritingThread(this, new Thread(null, null, "ringside-refused", 0, false));
        refusing.enter();
    }

    /** The calling thread's writer, or its carrier's, made at the first call. */
    public WritingThread current() {
        final Thread caller = Thread.currentThread();
        final WritingThread near = places[place(caller.getId())];
        return near != null && near.thread == caller ? near : search();
    }

    private WritingThread search() {
        try {
            final Reference<WritingThread> known = current.get();
            final WritingThread writer = known == null ? null : known.get();
            if (writer == null) {
                return newWriter();
            }
            takePlace(writer);
            return writer;
        } catch (final OutOfMemoryError e) {
            return refusing;
        }
    }

    private static int place(final long threadId) {
        return (int) threadId & PLACES - 1;
    }

    /** The writers of all threads that have written and were not seen to have ended. */
    public List<WritingThread> writers() {
        return Objects.requireNonNull(writers.get());
    }

    /**
     * Returns the number of carriers of virtual threads that may write for the first time at any moment. All of them
     * may do so at once, as whatever they run is the same application.
     *
     * @return 0 as long as the process has no virtual threads
     */
    public int carriersToCome() {
        final int carriers = Carriers.parallelism();
        if (carriers == 0) {
            return 0;
        }
        return (int) Math.max(0, carriers - writers().stream().filter(WritingThread::carries).count());
    }

    /**
     * The session in a slot.
     *
     * @param slot 0 to 63
     * @return its pool of lanes, null if none is in the process
     */
    public @Nullable SessionLanes session(final int slot) {
        return sessions.get(slot);
    }

    /**
     * The lanes of one very session.
     *
     * @param session to look for
     * @return its pool; null if it is not attached in the process, even if another session has its slot
     */
    @Nullable
    SessionLanes standing(final WriteOptions.Target session) {
        final SessionLanes lanes = sessions.get(session.slot());
        return lanes != null && lanes.sessionId() == session.sessionId() ? lanes : null;
    }

    /** Whether a writer is the one of threads that have no memory for their own. */
    boolean isRefusing(final WritingThread writer) {
        return writer == refusing;
    }

    /** Begins to count a loss: until {@link #endLoss} the sessions and enable masks that the thread sees stay. */
    void beginLoss() {
        // Without room on the stack the end might be missing.
        StackRoom.require();
        losing.incrementAndGet();
    }

    void endLoss() {
        losing.decrementAndGet();
    }

    /** Whether a thread is between {@link #beginLoss} and {@link #endLoss}. For the control thread. */
    public boolean isLosing() {
        return losing.get() != 0;
    }

    /**
     * Count an event of a thread that has no lanes for it: a buffer writes it while another one is being copied, or
     * there is no memory for a writer. Filters are not asked: rather a loss too much than one too few. Only between
     * {@link #beginLoss} and {@link #endLoss}.
     *
     * @param wanted slots of the sessions that want it
     * @return a {@link WriteResult}
     */
    long lose(final long wanted) {
        final long now = System.nanoTime();
        long result = WriteResult.NOT_WANTED;
        for (long rest = wanted; rest != 0; rest &= rest - 1) {
            final SessionLanes session = session(Long.numberOfTrailingZeros(rest));
            result += session == null ? WriteResult.NOT_WANTED : session.lose(now);
        }
        return result;
    }

    /** The next number of messages that all sessions count together: 1 after 0. */
    int nextNumber() {
        return numbers.incrementAndGet();
    }

    /**
     * Attach a session, or remove it.
     *
     * @param slot    of the session
     * @param session its pool of lanes, null to take it away
     */
    public void session(final int slot, final @Nullable SessionLanes session) {
        if (session != null) {
            Rehearsal.once();
        }
        sessions.set(slot, session);
    }

    /**
     * Say how a writing thread wakes the control thread when lanes become few.
     *
     * @param wakeup that neither waits nor throws
     */
    public void controlWakeup(final Runnable wakeup) {
        controlWakeup = wakeup;
    }

    /** Have lanes added soon. */
    void wakeControl() {
        controlWakeup.run();
    }

    /**
     * Forget the writer of a thread that has ended.
     *
     * @param writer of the thread
     */
    public void remove(final WritingThread writer) {
        writer.forget();
        writers.updateAndGet(all -> all.stream().filter(other -> other != writer).toList());
        leavePlace(writer);
    }

    /**
     * Give the calling thread's carrier another writer, as a virtual thread has parked inside of the one it has.
     *
     * @param occupied by that virtual thread, which alone uses it from now on
     */
    WritingThread replace(final WritingThread occupied) {
        leavePlace(occupied);
        try {
            final WritingThread writer = newWriter();
            occupied.leaveToOccupant();
            return writer;
        } catch (final OutOfMemoryError e) {
            return refusing;
        }
    }

    /** Let the calling thread, or its carrier, have written nothing yet. */
    void forgetCurrent() {
        current.remove();
    }

    /**
     * Let go of what threads know of this runtime, whose registrations have ended. A later write is given another
     * writer.
     */
    public void close() {
        current = Carriers.newLocal();
    }

    /** Rooms for claims outside the lanes. */
    ClaimScratch scratch() {
        return Objects.requireNonNull(scratch, "claims of carried threads");
    }

    private WritingThread newWriter() {
        // Else there might be writers that their thread does not know of.
        StackRoom.require();
        // Nothing here parks: in the end it is still this carrier's. Nothing is allocated after the list is replaced:
        // the variable was read, so that it has its entry.
        final WritingThread writer = new WritingThread(this, carrier.get());
        final Reference<WritingThread> own = new WeakReference<>(writer);
        add(writer);
        current.set(own);
        takePlace(writer);
        return writer;
    }

    /** A writer of the calling thread beside its own: it has lanes of its own, and the thread has to hold on to it. */
    WritingThread newWriterBeside() {
        return add(new WritingThread(this, Thread.currentThread()));
    }

    private WritingThread add(final WritingThread writer) {
        List<WritingThread> known;
        List<WritingThread> all;
        do {
            known = writers();
            all = new ArrayList<>(known);
            forgetEnded(all);
            all.add(writer);
        } while (!writers.compareAndSet(known, Collections.unmodifiableList(all)));
        return writer;
    }

    /** Whether a writer is the calling platform thread's own: who runs on a carrier has others with each call. */
    boolean mayKeep(final WritingThread writer) {
        return givesPlaces && writer.thread == Thread.currentThread();
    }

    private void takePlace(final WritingThread writer) {
        if (mayKeep(writer) && places[place(writer.threadId)] == null) {
            places[place(writer.threadId)] = writer;
        }
    }

    private void leavePlacesOfEnded() {
        for (int i = 0; i < PLACES; i++) {
            final WritingThread writer = places[i];
            if (writer != null && !writer.isAlive()) {
                places[i] = null;
            }
        }
    }

    private void leavePlace(final WritingThread writer) {
        final int place = place(writer.threadId);
        if (places[place] == writer) {
            places[place] = null;
        }
    }

    /**
     * The control thread forgets the writers of ended threads while sessions are attached. Where none does, or there is
     * no control thread, each new writer looks for them as soon as there are twice as many as the last look has left.
     */
    private void forgetEnded(final List<WritingThread> all) {
        if (all.size() >= searchFrom) {
            all.stream().filter(writer -> !writer.isAlive() && !writer.hasLanes()).forEach(WritingThread::forget);
            all.removeIf(WritingThread::isForgotten);
            leavePlacesOfEnded();
            searchFrom = Math.max(UNSEARCHED_WRITERS, 2 * all.size());
        }
    }
}
