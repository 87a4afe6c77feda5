package io.ringside.activity;

import io.ringside.internal.activity.ThreadActivity;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * Carries the calling thread's activity id to the thread that runs a task: another thread, a pool, a virtual thread.
 * The id is the one at the time when the task is wrapped or handed over. After the task, the thread has its own id
 * again. Stateless, for any thread.
 */
public final class CarriedActivity {
    private record Id(long most, long least) {
        static Id current() {
            final ThreadActivity activity = ThreadActivity.current();
            return new Id(activity.most(), activity.least());
        }

        /** Makes it the calling thread's, and gives the one to go back to. */
        Id enter() {
            final Id old = current();
            ThreadActivity.current().set(most, least);
            return old;
        }
    }

    private CarriedActivity() {}

    /**
     * A task that runs with the calling thread's current id.
     *
     * @param task to be run anywhere, any number of times
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
     * A task that runs with the calling thread's current id.
     *
     * @param task to be called anywhere, any number of times
     * @param <T>  of its result
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
     * An executor whose tasks run with the id that is current where they are handed over.
     *
     * @param executor that runs them
     * @return the executor with ids
     */
    public static Executor executor(final Executor executor) {
        return task -> executor.execute(runnable(task));
    }

    /**
     * A factory of threads that begin with the id that is current where they are made. With a factory of virtual
     * threads, an executor of one thread for each task carries the id.
     *
     * @param factory that makes them
     * @return the factory with ids
     */
    public static ThreadFactory threadFactory(final ThreadFactory factory) {
        return task -> factory.newThread(runnable(task));
    }
}
