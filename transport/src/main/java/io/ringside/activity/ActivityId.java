package io.ringside.activity;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.activity.ThreadActivity;
import java.security.SecureRandom;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The calling thread's current activity id: null at first, not inherited by other threads, and a
 * virtual thread's own, whatever carries it. {@link #wrap(Runnable)} and its like take it along to the thread that
 * runs a task; afterwards that thread has its own id again. Stateless, for any thread.
 * <p>
 * The convention: an activity's first event has opcode 1 and its parent as related id, its last event has opcode 2.
 */
public final class ActivityId {
    /** Control code: get the current id. */
    public static final int GET_ID = 1;
    /** Control code: set the current id. */
    public static final int SET_ID = 2;
    /** Control code: create an id and keep the current one. */
    public static final int CREATE_ID = 3;
    /** Control code: set the current id and get the previous one. */
    public static final int GET_SET_ID = 4;
    /** Control code: create an id, make it the current one, and get the previous one. */
    public static final int CREATE_SET_ID = 5;

    /** Random, so that no two processes have the same value. */
    private static final long CREATED_MOST = new SecureRandom().nextLong();
    /** Begins with 1, so that no id is null. */
    private static final AtomicLong CREATED_LEAST = new AtomicLong(1);

    /** An id that a task takes along to the thread that runs it. */
    private record Carried(long most, long least) {
        static Carried current() {
            final ThreadActivity activity = ThreadActivity.current();
            return new Carried(activity.most(), activity.least());
        }

        /** Makes this id the calling thread's, and returns the previous one. */
        Carried enter() {
            final Carried old = current();
            ThreadActivity.current().set(most, least);
            return old;
        }
    }

    private ActivityId() {}

    /** {@return the current id; null if there is none} Allocates. */
    public static @Nullable UUID current() {
        final ThreadActivity activity = ThreadActivity.current();
        return (activity.most() | activity.least()) == 0 ? null : new UUID(activity.most(), activity.least());
    }

    /**
     * {@return the most significant half of the current id; both are 0 if there is none} Allocates nothing after a
     * thread's first call.
     */
    public static long currentMost() {
        return ThreadActivity.current().most();
    }

    /** {@return the least significant half of the current id} Allocates nothing after a thread's first call. */
    public static long currentLeast() {
        return ThreadActivity.current().least();
    }

    /**
     * Set the current id.
     *
     * @param id new current id; null for none
     */
    public static void set(final @Nullable UUID id) {
        set(id == null ? 0 : id.getMostSignificantBits(), id == null ? 0 : id.getLeastSignificantBits());
    }

    /**
     * Set the current id. Allocates nothing after a thread's first call.
     *
     * @param most  most significant half; both are 0 for none
     * @param least least significant half
     */
    public static void set(final long most, final long least) {
        ThreadActivity.current().set(most, least);
    }

    /**
     * Create an id that is unique, also across processes and machines. The current id does not change.
     *
     * @return the new id
     */
    public static UUID create() {
        return new UUID(createdMost(), createLeast());
    }

    /** {@return the most significant half of every id that this process creates} */
    public static long createdMost() {
        return CREATED_MOST;
    }

    /**
     * Create an id like {@link #create}, without allocating. Its most significant half is {@link #createdMost}.
     *
     * @return its least significant half, never 0
     */
    public static long createLeast() {
        return CREATED_LEAST.getAndIncrement();
    }

    /**
     * Set the current id and return the previous one.
     *
     * @param id new current id; null for none
     * @return the previous id; null if there was none
     */
    public static @Nullable UUID getAndSet(final @Nullable UUID id) {
        final UUID old = current();
        set(id);
        return old;
    }

    /**
     * Create an id and make it the current one.
     *
     * @return the <em>previous</em> id, the parent of the new activity; null if there was none
     */
    public static @Nullable UUID createAndSet() {
        final UUID old = current();
        set(createdMost(), createLeast());
        return old;
    }

    /**
     * Wraps a task, so that it runs with the calling thread's current id.
     *
     * @param task task, which may be run by any thread, any number of times
     * @return the task with the id
     */
    public static Runnable wrap(final Runnable task) {
        final Carried id = Carried.current();
        return () -> {
            final Carried old = id.enter();
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
    public static <T extends @Nullable Object> Callable<T> wrapCallable(final Callable<T> task) {
        final Carried id = Carried.current();
        return () -> {
            final Carried old = id.enter();
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
    public static Executor wrapExecutor(final Executor executor) {
        return task -> executor.execute(wrap(task));
    }

    /**
     * Wraps a factory of threads, which begin with the id that is current when they are created. With a factory of
     * virtual threads, an executor with one thread per task carries the id.
     *
     * @param factory factory that creates the threads
     * @return the factory with ids
     */
    public static ThreadFactory wrapThreadFactory(final ThreadFactory factory) {
        return task -> factory.newThread(wrap(task));
    }

    /**
     * Perform any of these operations by ETW's codes.
     *
     * @param code one of the constants of this class
     * @param id   id for {@link #SET_ID} and {@link #GET_SET_ID}, all zeros for none; unused by the other codes
     * @return the id that ETW returns: the current one for {@link #GET_ID}, the new one for {@link #CREATE_ID}, the
     *         previous one for {@link #GET_SET_ID} and {@link #CREATE_SET_ID}, the argument for {@link #SET_ID}; null
     *         for none
     * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT} if the code is unknown, or an id to be set is
     *                           missing; nothing has changed then
     */
    public static @Nullable UUID control(final int code, final @Nullable UUID id) {
        return switch (code) {
            case GET_ID -> current();
            case SET_ID -> {
                set(required(code, id));
                yield current();
            }
            case CREATE_ID -> create();
            case GET_SET_ID -> getAndSet(required(code, id));
            case CREATE_SET_ID -> createAndSet();
            default -> throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "no such control of activity ids: code=" + code + ", min=" + GET_ID + ", max=" + CREATE_SET_ID);
        };
    }

    private static UUID required(final int code, final @Nullable UUID id) {
        if (id == null) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "activity id is missing: code=" + code
                    + ": give the id that is to be set, all zeros for none");
        }
        return id;
    }
}
