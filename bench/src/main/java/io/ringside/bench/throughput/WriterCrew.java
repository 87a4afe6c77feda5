package io.ringside.bench.throughput;

import io.ringside.bench.channel.WriterEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that write at a time; each keeps its sender. For the thread that commands. */
final class WriterCrew implements AutoCloseable {
    private final WriterEnd end;
    private final boolean again;
    private final List<ExecutorService> executors = new ArrayList<>();
    private final List<WriterThread> writers = new ArrayList<>();

    /** What a thread does. */
    @FunctionalInterface
    interface Task<T> {
        T run(WriterThread writer);
    }

    WriterCrew(final WriterEnd end, final boolean again) {
        this.end = end;
        this.again = again;
    }

    /** Lets so many threads do it, all from the same moment on, and waits for them. */
    <T> List<T> run(final int threads, final Task<T> task) throws InterruptedException, ExecutionException {
        while (writers.size() < threads) {
            hire();
        }
        final CyclicBarrier start = new CyclicBarrier(threads);
        final List<Future<T>> running = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            final WriterThread writer = writers.get(i);
            running.add(executors.get(i).submit(() -> {
                start.await();
                return task.run(writer);
            }));
        }
        final List<T> results = new ArrayList<>();
        for (final Future<T> one : running) {
            results.add(one.get());
        }
        return results;
    }

    private void hire() throws InterruptedException, ExecutionException {
        final int index = writers.size();
        final ExecutorService executor = Executors.newSingleThreadExecutor();
        executors.add(executor);
        writers.add(executor.submit(() -> new WriterThread(index, end, again)).get());
    }

    @Override
    public void close() {
        executors.forEach(ExecutorService::shutdownNow);
    }
}
