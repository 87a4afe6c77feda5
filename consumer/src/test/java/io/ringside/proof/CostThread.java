package io.ringside.proof;

import io.ringside.provider.Ringside;
import io.ringside.write.ProviderEvent;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A writing thread of a proof of cost, which holds its lanes, and lets itself be watched while it writes. */
final class CostThread {
    /** Calls, one inside the other, that use more of a stack than a write does, and all that the JVM keeps below it. */
    private static final int FRAMES = 2_000;

    private final ExecutorService executor = Executors.newSingleThreadExecutor(CostThread::newThread);
    private final CostWindow window = new CostWindow();
    private final CostWriter.Way way;
    private volatile CostWriter writer;
    private final long threadId;

    CostThread(final Ringside ringside, final CostWriter.Way way) {
        this.way = way;
        writer = new CostWriter(way);
        call(ringside::takeLanes);
        threadId = call(CostWindow::threadId);
        // The pages of a stack come when they are first used, by whatever call: that is no cost of a write.
        call(() -> descend(FRAMES));
    }

    /** Have the code compiled: write outside all windows, time and again, and each time as a new writer would. */
    void rehearse(final ProviderEvent event, final int length, final int events, final int losses, final int times) {
        call(() -> {
            writer = new CostWriter(writer);
            for (int i = 0; i < times; i++) {
                writer.write(event, length, events, losses);
            }
            return times;
        });
    }

    /** The same of what tells in the lane that events are lost: once for each time that it has room again. */
    void rehearseGaps(final ProviderEvent event, final int length, final int gaps) {
        call(() -> {
            for (int i = 0; i < gaps; i++) {
                writer.write(event, length, Integer.MAX_VALUE, 1);
                writer.write(event, length, 1, Integer.MAX_VALUE);
            }
            return gaps;
        });
    }

    /** Write in a window, and give its figures. */
    MeasuredWindow measure(final long number, final ProviderEvent event, final CostKind kind) {
        return new MeasuredWindow(kind, way,
                measure(number, event, kind.length(), kind.events(), kind.losses()));
    }

    /** Write in a window that is of no kind, and give its figures. */
    Figures measure(final long number, final ProviderEvent event, final int length, final int events,
            final int losses) {
        final Future<?> task = executor.submit(() -> {
            window.begin(number);
            try {
                writer.write(event, length, events, losses);
            } finally {
                window.end(number);
            }
        });
        final long faults = window.watch(threadId);
        try {
            task.get();
        } catch (final ExecutionException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return new Figures().add("window", number).add("thread", threadId).add("faults", faults)
                .add("written", writer.written()).add("lost", writer.lost());
    }

    void end() {
        executor.shutdown();
    }

    private <T> T call(final Callable<T> task) {
        try {
            return executor.submit(task).get();
        } catch (final ExecutionException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int descend(final int frames) {
        return frames == 0 ? 0 : descend(frames - 1) + 1;
    }

    private static Thread newThread(final Runnable task) {
        final Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    }
}
