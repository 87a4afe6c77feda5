package io.ringside.internal.callback;

import io.ringside.callback.ControlNotice;
import io.ringside.callback.ProviderCallback;
import io.ringside.internal.callback.NoticeQueue.Entry;
import io.ringside.internal.machine.CallbackErrorHandler;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.Composite;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls the callback of one registration, one call at a time and in order. The control thread posts; a thread of the
 * executor calls, or initially the registering thread itself. No lock is held while the callback runs. Thread-safe.
 */
public final class CallbackRunner {
    private final UUID providerId;
    private final String providerName;
    private final ProviderCallback callback;
    private final @Nullable Object context;
    private final Executor executor;
    private final CallbackErrorHandler errors;
    private final Lock lock = new ReentrantLock();
    private final Condition isIdle = lock.newCondition();
    private final NoticeQueue queue = new NoticeQueue();
    /** Whether the registering thread still has to make its calls. */
    private boolean isHeld = true;
    /** Whether a thread is making calls, or about to. */
    private boolean isStarted;
    /** The state that was last reported; used by the calling thread only. */
    private ControlState told = ControlState.NONE;
    private @Nullable Thread running;
    private long runningGeneration;
    private volatile boolean isEnded;
    private volatile long pendingGeneration;
    private volatile @Nullable Place place;

    /**
     * The surroundings of a runner: the directory of the provider, its schema with the current traits, and the
     * publication of pending callbacks.
     */
    private record Place(Path directory, Supplier<ProviderSchema> provider, PendingCallbacks pending) {}

    /**
     * A registration's callback, held until {@link #callInline}.
     *
     * @param providerId   id of the provider
     * @param providerName of the provider
     * @param callback     callback to call
     * @param context      for the callback
     * @param executor     provides a thread for the callback, however many other callbacks are running
     * @param errors       receives exceptions of the callback
     */
    public CallbackRunner(final UUID providerId, final String providerName, final ProviderCallback callback,
            final @Nullable Object context, final Executor executor, final CallbackErrorHandler errors) {
        this.providerId = providerId;
        this.providerName = providerName;
        this.callback = callback;
        this.context = context;
        this.executor = executor;
        this.errors = errors;
    }

    UUID providerId() {
        return providerId;
    }

    /** Returns the oldest change for which the callback has not returned, 0 if there is none. */
    long pendingGeneration() {
        return pendingGeneration;
    }

    /** Returns whether the registration has ended and its callback has returned. */
    boolean isOver() {
        return isEnded && pendingGeneration == NoticeQueue.NULL_GENERATION;
    }

    /** Set the surroundings. Called by the control thread only, before anything is posted. */
    void place(final Path directory, final Supplier<ProviderSchema> provider, final PendingCallbacks pending) {
        place = new Place(directory, provider, pending);
        pending.add(this);
    }

    /** Post a state, which is reported after {@link #release} only. Called by the control thread only. */
    void post(final ControlState state, final long generation) {
        change(() -> queue.add(state, generation));
    }

    /** Post a request, which is reported after {@link #release} only. Called by the control thread only. */
    void post(final Capture capture, final long generation) {
        change(() -> queue.add(capture, generation));
    }

    /** Release the posted entries: their state is in effect and may be reported. Called by the control thread only. */
    public void release() {
        lock.lock();
        try {
            queue.release();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Have released entries reported, by a new thread if none is running. Called by the control thread only.
     *
     * @return whether a thread was started
     */
    boolean deliver() {
        release();
        return start();
    }

    private boolean start() {
        lock.lock();
        try {
            if (isStarted || isHeld || isEnded || queue.ready() == 0) {
                return false;
            }
            isStarted = true;
        } finally {
            lock.unlock();
        }
        try {
            executor.execute(this::callAside);
            return true;
        } catch (final Throwable e) {
            // No thread could be started: the next cycle of the control thread tries again.
            rest();
            errors.onError(providerName, e);
            return false;
        }
    }

    /**
     * Report the entries that are already released on the registering thread, once registering has ended or is no
     * longer awaited, and leave the rest to other threads.
     *
     * @param isComplete whether the registration is complete
     */
    public void callInline(final boolean isComplete) {
        int entries = 0;
        lock.lock();
        try {
            isHeld = false;
            if (isComplete && !isEnded) {
                entries = queue.ready();
                isStarted = entries > 0;
            }
        } finally {
            lock.unlock();
        }
        if (entries > 0) {
            call(entries);
        }
        start();
    }

    /** End the calls: none begins any more. */
    public void end() {
        change(() -> isEnded = true);
    }

    /**
     * Wait until a call that was in progress at the end has returned. Does not wait on the thread that is inside the
     * call, nor if two threads would wait for each other. An interrupt ends the wait and stays pending.
     *
     * @param timeoutNs maximum wait
     * @return whether no call is in progress
     */
    public boolean awaitEnd(final long timeoutNs) {
        lock.lock();
        try {
            long restNs = timeoutNs;
            for (Thread thread = running; thread != null && thread != Thread.currentThread() && restNs > 0
                    && CallbackWaits.begin(thread); thread = running) {
                restNs = isIdle.awaitNanos(restNs);
            }
            return running == null;
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            CallbackWaits.end();
            lock.unlock();
        }
    }

    private void callAside() {
        final Thread thread = Thread.currentThread();
        final String name = thread.getName();
        thread.setName(name + " " + providerName);
        call(Integer.MAX_VALUE);
        thread.setName(name);
        // Clears an interrupt that the callback has left pending, which is not meant for the next call.
        Thread.interrupted();
        start();
    }

    private void call(final int max) {
        try {
            Entry entry = next();
            for (int i = 1; entry != null; i++) {
                tell(entry);
                entry = i < max ? next() : null;
            }
        } catch (final Throwable e) {
            errors.onError(providerName, e);
        } finally {
            rest();
        }
    }

    private @Nullable Entry next() {
        final Entry entry;
        lock.lock();
        try {
            entry = queue.poll();
            running = Thread.currentThread();
            runningGeneration = entry == null ? NoticeQueue.NULL_GENERATION : entry.generation();
            count();
        } finally {
            lock.unlock();
        }
        publish();
        return entry;
    }

    /** Records that no thread is making calls any more. */
    private void rest() {
        change(() -> {
            running = null;
            runningGeneration = NoticeQueue.NULL_GENERATION;
            isStarted = false;
            isIdle.signalAll();
        });
    }

    private void tell(final Entry entry) {
        final ControlNotice.Builder notice = notice(entry);
        final Place here = place;
        if (notice == null || here == null) {
            return;
        }
        CallbackScope.enter(here.directory, here.provider.get());
        try {
            notice.deliverTo(callback);
        } catch (final Throwable e) {
            errors.onError(providerName, e);
        } finally {
            CallbackScope.leave();
        }
    }

    /** Returns the notice that reports an entry to the callback; null if it has been reported already. */
    private ControlNotice.@Nullable Builder notice(final Entry entry) {
        final Capture capture = entry.capture();
        if (capture != null) {
            final ControlNotice.Builder notice = ControlNotice.builder(ControlNotice.CAPTURE_STATE)
                    .wanted(Composite.of(List.of(capture.wanted()))).requester(capture.requester()).context(context);
            told.addFilterData(notice);
            return notice;
        }
        final ControlState state = entry.state();
        final List<ControlNotice.SessionChange> changes = state == null ? List.of() : told.changesTo(state);
        if (state == null || changes.isEmpty()) {
            return null;
        }
        told = state;
        final ControlNotice.Builder notice = ControlNotice.builder(state.code())
                .sourceId(state.sourceId()).wanted(state.composite()).context(context);
        state.addFilterData(notice);
        changes.forEach(notice::change);
        return notice;
    }

    private void change(final Runnable change) {
        lock.lock();
        try {
            change.run();
            count();
        } finally {
            lock.unlock();
        }
        publish();
    }

    /** Determines the oldest change that has yet to be reported or is being reported. Called under the lock. */
    private void count() {
        if (isEnded) {
            queue.clear();
        }
        final long queued = queue.oldestGeneration();
        final boolean isQueuedFirst = queued != NoticeQueue.NULL_GENERATION && queued < runningGeneration;
        pendingGeneration = runningGeneration == NoticeQueue.NULL_GENERATION || isQueuedFirst
                ? queued
                : runningGeneration;
    }

    private void publish() {
        final Place here = place;
        if (here != null) {
            here.pending.publish(providerId);
        }
    }
}
