package io.ringside.activity;

import io.ringside.internal.activity.ThreadActivity;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * Carries the calling thread's activity id to the thread that runs a task: another thread, a pool, a virtual thread.
 * The id is that at the time when the task is wrapped or submitted. After the task, the thread has its own id again.
 * Stateless; may be used by any thread.
 */
public final class CarriedActivity {
    private record Id(long most, long least) {
        static Id current() {
            final ThreadActivity activity = ThreadActivity.current();
            return new Id(activity.most(), activity.least());
        }

        /** Makes this id the calling thread's, and returns the previous one. */
        Id enter() {
            final Id old = current();
            ThreadActivity.current().set(most, least);
            return old;
        }
    }

    private CarriedActivity() {}

    /**
     * Wraps a task, so that it runs with the calling thread's current id.
     *
     * @param task task, which may be run by any thread, any number of times
     * @return the task with the id
     */
    public static Runnable runnable(final Runnable task) {
        final Id id = Id.current();
        return () -> {
            final Id old = id.enter();
            try {
                task.run();
            } finally {
                old.enter();
            }
        };
    }

    /**
     * Wraps a task, so that it runs with the calling thread's current id.
     *
     * @param task task, which may be called by any thread, any number of times
     * @param <T>  type of the result
     * @return the task with the id
     */
    public static <T extends @Nullable Object> Callable<T> callable(final Callable<T> task) {
        final Id id = Id.current();
        return () -> {
            final Id old = id.enter();
            try {
                return task.call();
            } finally {
                old.enter();
            }
        };
    }

    /**
     * Wraps an executor, so that its tasks run with the id that is current when they are submitted.
     *
     * @param executor executor that runs the tasks
     * @return the executor with ids
     */
    public static Executor executor(final Executor executor) {
        return task -> executor.execute(runnable(task));
    }

    /**
     * Wraps a factory of threads, which begin with the id that is current when they are created. With a factory of
     * virtual threads, an executor with one thread per task carries the id.
     *
     * @param factory factory that creates the threads
     * @return the factory with ids
     */
    public static ThreadFactory threadFactory(final ThreadFactory factory) {
        return task -> factory.newThread(runnable(task));
    }
}
