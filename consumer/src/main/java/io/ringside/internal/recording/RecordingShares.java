package io.ringside.internal.recording;

import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.LaneGap;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Divides the events of a recording among several threads, batch by batch, for evaluations that do not depend on the
 * order. The reading thread checks excerpts and frames, follows lanes from chunk to chunk, and delivers gaps and
 * damage, as without other threads, so each event is delivered exactly once. Used by the reading thread.
 * <p>
 * No excerpt with a description of a session, a process or a schema is processed while events are being delivered: each
 * event has the same descriptions as without other threads.
 */
public final class RecordingShares implements RecordedBatches, AutoCloseable {
    private static final int SHARES_PER_THREAD = 3;

    /** Delivers events on one of the sharing threads. */
    @FunctionalInterface
    public interface Receiver {
        /**
         * Deliver consecutive events of one thread in a lane: see {@link RecordingHandler#onRecords}.
         *
         * @param process process that wrote them
         * @param lane    index of the lane in the process's ledger
         * @param batch   batch with the records
         * @param piece   piece that contains them
         * @param begin   offset of the first record
         * @param end     offset after the last record
         */
        void onRecords(RecordedProcess process, int lane, Batch batch, Batch.Piece piece, int begin, int end);
    }

    private final RecordingHandler target;
    private final BlockingQueue<Receiver> idle;
    private final ExecutorService executor;
    private final Share[] ring;
    private Share filling;
    private int turn;

    /**
     * Creates one thread per receiver.
     *
     * @param target    receives gaps, and notifications of excerpts
     * @param receivers receivers of events, each called by one thread at a time
     */
    public RecordingShares(final RecordingHandler target, final List<? extends Receiver> receivers) {
        this.target = target;
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

    /** Wait until all events read so far have been delivered. Throws exceptions of receivers. */
    @Override
    public void settle() {
        submit();
        for (final Share share : ring) {
            share.await();
        }
    }

    @Override
    public RecordedBatch nextBatch() {
        return filling.next();
    }

    @Override
    public void onFrames(final RecordedBatch batch) {
        batch.forEachGap((gap, owner) -> target.onGap(batch.process(), batch.lane(), gap, owner));
        filling.add(batch);
    }

    @Override
    public void onExcerpt(final int bytes, final long events, final @Nullable ExcerptPlace place) {
        submit();
        target.onExcerpt(bytes, events, place);
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

    /** The events of one excerpt. Filled and cleared by the reading thread, delivered by another. */
    private final class Share implements Runnable, Batch.Receiver {
        private final List<RecordedBatch> batches = new ArrayList<>();
        private int size;
        private @Nullable CompletableFuture<Void> handOut;
        private @Nullable Receiver receiver;
        private @Nullable RecordedBatch batch;

        private RecordedBatch next() {
            if (size == batches.size()) {
                batches.add(new RecordedBatch());
            }
            return batches.get(size);
        }

        private void add(final RecordedBatch read) {
            read.hold(null);
            size++;
        }

        /** Waits until everything has been delivered; then further excerpts may be processed. */
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
                    batches.get(i).release();
                }
                size = 0;
            }
        }

        @Override
        public void run() {
            // There are as many receivers as threads, so one is idle.
            final Receiver idleReceiver = idle.remove();
            receiver = idleReceiver;
            try {
                for (int i = 0; i < size; i++) {
                    batch = batches.get(i);
                    batches.get(i).deliverAll(this);
                }
            } finally {
                idle.add(idleReceiver);
            }
        }

        @Override
        public void onRecords(final Batch of, final Batch.Piece piece, final int begin, final int end) {
            final RecordedBatch read = Objects.requireNonNull(batch);
            Objects.requireNonNull(receiver).onRecords(read.process(), read.lane(), of, piece, begin, end);
        }

        @Override
        public void onGap(final LaneGap gap, final long ownerThreadId) {
            // The reading thread has delivered the gap.
        }
    }
}
