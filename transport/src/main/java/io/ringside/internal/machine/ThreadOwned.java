package io.ringside.internal.machine;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One object for each thread, like a {@link ThreadLocal}. A thread that outlives its application, as the threads of a
 * servlet container do, does not keep the object, its class and with it the application's class loader. Thread-safe.
 *
 * @param <T> type of the objects, which must not refer to their threads
 */
public final class ThreadOwned<T> {
    private static final @Nullable Class<?> VIRTUAL_THREAD_CLASS = virtualThreadClass();

    private final Supplier<? extends T> maker;
    /** What a platform thread holds on to is of the JDK only: a reference. A virtual thread has the object itself. */
    @SuppressWarnings("ThreadLocalUsage") // One for each kind of object, of which there are few.
    private final ThreadLocal<@Nullable Object> current = new ThreadLocal<>();
    /** Keeps the objects of platform threads as long as these live. */
    private final Map<Thread, T> owned = Collections.synchronizedMap(new WeakHashMap<>());

    /**
     * Without any object.
     *
     * @param maker of the object of a thread, called by it
     */
    public ThreadOwned(final Supplier<? extends T> maker) {
        this.maker = maker;
    }

    /** The calling thread's object. Allocates with the first call of a thread. */
    @SuppressWarnings("unchecked")
    public T get() {
        final Object held = current.get();
        final Object found = held instanceof final Reference<?> reference ? reference.get() : held;
        return found == null ? make() : (T) found;
    }

    private T make() {
        final T made = maker.get();
        if (isVirtual(Thread.currentThread())) {
            current.set(made);
        } else {
            owned.put(Thread.currentThread(), made);
            current.set(new WeakReference<>(made));
        }
        return made;
    }

    /**
     * Whether a thread is a virtual one, without what JDK 17 does not have.
     *
     * @param thread that runs or not
     */
    public static boolean isVirtual(final Thread thread) {
        return VIRTUAL_THREAD_CLASS != null && VIRTUAL_THREAD_CLASS.isInstance(thread);
    }

    private static @Nullable Class<?> virtualThreadClass() {
        try {
            return Class.forName("java.lang.BaseVirtualThread", false, null);
        } catch (final ClassNotFoundException e) {
            return null;
        }
    }
}
