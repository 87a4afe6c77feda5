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
 * A writing thread is a platform thread. Virtual threads write through the writer of their carrier: they leave the
 * carrier only by parking, and nothing parks between finding a writer and the end of a write.
 */
public final class WriterThreads {
    /** Number of known writers above which writers of ended threads are removed. */
    private static final int UNSEARCHED_WRITERS = 64;
    private static final int PLACES = 256;

    private final AtomicReferenceArray<@Nullable SessionLanes> sessions = new AtomicReferenceArray<>(Long.SIZE);
    /** Replaced as a whole, because a lock would let virtual threads park. */
    private final AtomicReference<List<WritingThread>> writers = new AtomicReference<>(List.of());
    /**
     * The writer of each thread; {@link #close} replaces the variable. The reference is weak, and {@link #writers}
     * keeps the writer: a thread of a container outlives the classes of an application that contains this library.
     */
    private ThreadLocal<Reference<WritingThread>> current;
    /**
     * Cache of writers by the ids of their platform threads, which saves the lookup of a thread-local variable. A place
     * keeps its first writer until the writer is forgotten: threads that share a place do not take turns in storing to
     * it, but use the variable.
     * <p>
     * Read and written without ordering: a thread compares itself with the final {@code thread} of the writer found; if
     * they are equal, it created the writer itself. A place that is cleared for one thread while another takes it is
     * taken again with the next search.
     */
    private final @Nullable WritingThread[] places = new @Nullable WritingThread[PLACES];
    /** Whether threads are distinguished by {@link Thread#currentThread}. */
    private final boolean givesPlaces;
    private final Supplier<Thread> carrier;
    private final @Nullable ClaimScratch scratch;
    private final AtomicInteger numbers = new AtomicInteger();
    /** Number of threads that are counting losses, some of them without a writer. */
    private final AtomicInteger losing = new AtomicInteger();
    /** Refuses every event, so that it is counted as lost. Used by threads without memory for their own writer. */
    private final WritingThread refusing;
    private volatile int searchFrom = UNSEARCHED_WRITERS;
    private volatile Runnable controlWakeup = () -> {};

    /** An instance without threads or sessions. */
    public WriterThreads() {
        this(Carriers.newLocal(), Carriers::current, Carriers.exist() ? new ClaimScratch() : null, true);
    }

    /**
     * Creates an instance for threads that are identified in another way.
     *
     * @param current writer of the current platform thread
     * @param carrier returns the current platform thread
     * @param scratch buffers for claims of threads other than the platform thread; null if there are none
     */
    WriterThreads(final ThreadLocal<Reference<WritingThread>> current, final Supplier<Thread> carrier,
            final @Nullable ClaimScratch scratch) {
        this(current, carrier, scratch, false);
    }

    /**
     * Creates an instance with or without a cache of places.
     *
     * @param givesPlaces whether threads are distinguished by {@link Thread#currentThread}
     */
    WriterThreads(final ThreadLocal<Reference<WritingThread>> current, final Supplier<Thread> carrier,
            final @Nullable ClaimScratch scratch, final boolean givesPlaces) {
        this.current = current;
        this.carrier = carrier;
        this.scratch = scratch;
        this.givesPlaces = givesPlaces;
        // This writer belongs to a thread that never runs.
        this.refusing = new WritingThread(this, new Thread(null, null, "ringside-refused", 0, false));
        refusing.enter();
    }

    /** Returns the writer of the calling thread, or of its carrier, created at the first call. */
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

    /** Returns the writers of all threads that have written and are not known to have ended. */
    public List<WritingThread> writers() {
        return Objects.requireNonNull(writers.get());
    }

    /**
     * Returns the number of carriers that may write for the first time at any moment. All of them may do so at once,
     * because they run the same application.
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
     * Find the session in a slot.
     *
     * @param slot 0 to 63
     * @return its pool of lanes, null if the slot has no session in this process
     */
    public @Nullable SessionLanes session(final int slot) {
        return sessions.get(slot);
    }

    /**
     * Find the lanes of a specific session.
     *
     * @param session to look for
     * @return its pool; null if the session is not attached in this process, even if another session has its slot
     */
    @Nullable
    SessionLanes standing(final WriteOptions.Target session) {
        final SessionLanes lanes = sessions.get(session.slot());
        return lanes != null && lanes.sessionId() == session.sessionId() ? lanes : null;
    }

    /** Returns whether a writer is the one for threads without memory for their own. */
    boolean isRefusing(final WritingThread writer) {
        return writer == refusing;
    }

    /** Begin to count a loss: the sessions and enable masks that the thread reads stay valid until {@link #endLoss}. */
    void beginLoss() {
        // A stack overflow later could leave out the end.
        StackRoom.require();
        losing.incrementAndGet();
    }

    void endLoss() {
        losing.decrementAndGet();
    }

    /** Returns whether a thread is between {@link #beginLoss} and {@link #endLoss}. Called by the control thread. */
    public boolean isLosing() {
        return losing.get() != 0;
    }

    /**
     * Count an event of a thread that has no lanes for it: a buffer writes it while another event is being copied, or
     * there is no memory for a writer. Filters are not applied: a loss too many is better than one too few. Only
     * between {@link #beginLoss} and {@link #endLoss}.
     *
     * @param wanted slots of the sessions that want the event
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

    /** Returns the next sequence number of messages across all sessions, beginning with 1. */
    int nextNumber() {
        return numbers.incrementAndGet();
    }

    /**
     * Attach a session, or remove it.
     *
     * @param slot    slot of the session
     * @param session its pool of lanes, null to remove it
     */
    public void session(final int slot, final @Nullable SessionLanes session) {
        if (session != null) {
            Rehearsal.once();
        }
        sessions.set(slot, session);
    }

    /**
     * Set how a writing thread wakes the control thread when few lanes are free.
     *
     * @param wakeup action that neither waits nor throws
     */
    public void controlWakeup(final Runnable wakeup) {
        controlWakeup = wakeup;
    }

    /** Wake the control thread, so that it adds lanes. */
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
     * Give the calling thread's carrier another writer, because a virtual thread has parked inside the current one.
     *
     * @param occupied writer of that virtual thread, which alone uses it from now on
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

    /** Drop the writer of the calling thread, or of its carrier. */
    void forgetCurrent() {
        current.remove();
    }

    /**
     * Drop the references from threads to this runtime, whose registrations have ended. A later write gets a new
     * writer.
     */
    public void close() {
        current = Carriers.newLocal();
    }

    /** Returns the buffers for claims outside the lanes. */
    ClaimScratch scratch() {
        return Objects.requireNonNull(scratch, "claims of carried threads");
    }

    private WritingThread newWriter() {
        // A stack overflow later could leave a writer unknown to its thread.
        StackRoom.require();
        // Nothing here parks, so the carrier stays the same. Nothing is allocated after the list is replaced: the
        // variable has been read, so its entry exists.
        final WritingThread writer = new WritingThread(this, carrier.get());
        final Reference<WritingThread> own = new WeakReference<>(writer);
        add(writer);
        current.set(own);
        takePlace(writer);
        return writer;
    }

    /** Returns another writer of the calling thread, with lanes of its own. The thread must keep a reference to it. */
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

    /** Returns whether a writer is the calling platform thread's own; a virtual thread's may change with each call. */
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
     * Removes the writers of ended threads. The control thread does so while sessions are attached. Without it or
     * sessions, a new writer does so as soon as there are twice as many writers as the last search has left.
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
