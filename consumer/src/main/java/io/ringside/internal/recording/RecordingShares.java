package io.ringside.internal.recording;

import io.ringside.internal.lane.LaneGap;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Divides the events of a recording among several threads, batch by batch: for questions whose answer does not depend
 * on the order. The thread that reads checks excerpts and frames, follows lanes from chunk to chunk and hands out gaps
 * and damage, as it does without other threads, so that each event is handed out exactly as often as then. For the
 * thread that reads.
 * <p>
 * No excerpt that describes a session, a process or a schema is taken in while events are being handed out: each event
 * finds the same descriptions as without other threads.
 */
public final class RecordingShares extends KeepingHandler implements AutoCloseable {
    private static final int SHARES_PER_THREAD = 3;

    /** Hands out events on a thread that shares them. */
    @FunctionalInterface
    public interface Receiver {
        /**
         * Hand out all events of a run.
         *
         * @param process that wrote them
         * @param lane    index of the lane in the process's ledger
         * @param run     to take them from, valid during the call
         */
        void onRecords(RecordedProcess process, int lane, RecordRun run);
    }

    private final BlockingQueue<Receiver> idle;
    private final ExecutorService executor;
    private final Share[] ring;
    private Share filling;
    private int turn;

    /**
     * Divide among as many threads as there are receivers.
     *
     * @param target    receives everything but events
     * @param receivers of events, each called by one thread at a time
     */
    public RecordingShares(final RecordingHandler target, final List<? extends Receiver> receivers) {
        super(target);
        this.idle = new LinkedBlockingQueue<>(receivers);
        this.executor = Executors.newFixedThreadPool(receivers.size(), task -> {
            final Thread thread = new Thread(task, "ringside-reader-share");
            thread.setDaemon(true);
            return thread;
        });
        this.ring = new Share[SHARES_PER_THREAD * receivers.size()];
        for (int i = 0; i < ring.length; i++) {
            ring[i] = new Share();
        }
        this.filling = ring[0];
    }

    /** Wait until all events that were read have been handed out. What a receiver has thrown is thrown. */
    @Override
    public void settle() {
        submit();
        for (final Share share : ring) {
            share.await();
        }
    }

    @Override
    void onExcerpt(final ExcerptBytes bytes) {
        submit();
        super.onExcerpt(bytes);
    }

    @Override
    void onRecords(final RecordedProcess process, final int lane, final DirectBuffer buffer, final int offset,
            final int lastOffset, final int end, final long ownerThreadId) {
        filling.add(process, lane, buffer, offset, offset == lastOffset, end, ownerThreadId);
    }

    @Override
    public void onGap(final RecordedProcess process, final int lane, final LaneGap gap, final long ownerThreadId) {
        target.onGap(process, lane, gap, ownerThreadId);
    }

    @Override
    public void onBatch(final int bytes, final long events) {
        target.onBatch(bytes, events);
    }

    @Override
    public void close() {
        try {
            settle();
        } finally {
            executor.shutdown();
        }
    }

    private void submit() {
        if (filling.size > 0) {
            filling.handOut = CompletableFuture.runAsync(filling, executor);
            turn = (turn + 1) % ring.length;
            filling = ring[turn];
            filling.await();
        }
    }

    /** The events of one excerpt. Filled and emptied by the thread that reads, handed out by another. */
    private final class Share implements Runnable {
        private final List<RecordRun> runs = new ArrayList<>();
        private final List<RecordedProcess> processes = new ArrayList<>();
        private final List<Integer> lanes = new ArrayList<>();
        private int size;
        private @Nullable CompletableFuture<Void> handOut;

        private void add(final RecordedProcess process, final int lane, final DirectBuffer buffer, final int offset,
                final boolean isSingle, final int end, final long owner) {
            final String ownerName = process.threadNames().get(owner);
            if (isSingle && size > 0 && processes.get(size - 1) == process && lanes.get(size - 1) == lane
                    && runs.get(size - 1).add(buffer, offset, end, owner, ownerName, 0)) {
                return;
            }
            if (size == runs.size()) {
                runs.add(new RecordRun());
            }
            runs.get(size).begin(excerpt, buffer, offset, end, owner, 0, 0);
            runs.get(size).ownerName(ownerName);
            processes.add(process);
            lanes.add(lane);
            size++;
        }

        /** Waits until everything was handed out, and takes in what comes next. */
        private void await() {
            final CompletableFuture<Void> begun = handOut;
            if (begun == null) {
                return;
            }
            handOut = null;
            try {
                begun.join();
            } catch (final CompletionException e) {
                if (e.getCause() instanceof final RuntimeException failure) {
                    throw failure;
                }
                throw e;
            } finally {
                for (int i = 0; i < size; i++) {
                    runs.get(i).clear();
                }
                processes.clear();
                lanes.clear();
                size = 0;
            }
        }

        @Override
        public void run() {
            // There are as many as threads.
            final Receiver receiver = idle.remove();
            try {
                for (int i = 0; i < size; i++) {
                    receiver.onRecords(processes.get(i), lanes.get(i), runs.get(i));
                }
            } finally {
                idle.add(receiver);
            }
        }
    }
}
