package io.ringside.internal.machine;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One object for each thread, like a {@link ThreadLocal}. A thread that outlives its application, such as that of a
 * servlet container, does not keep the object, its class and thus the application's class loader. Thread-safe.
 *
 * @param <T> type of the objects, which must not refer to their threads
 */
public final class ThreadOwned<T> {
    private static final @Nullable Class<?> VIRTUAL_THREAD_CLASS = virtualThreadClass();

    private final Supplier<? extends T> maker;
    /**
     * Object of the current thread. A platform thread refers only to a reference, which is an object of the JDK; a
     * virtual thread has the object itself.
     */
    @SuppressWarnings("ThreadLocalUsage") // One for each of the few kinds of objects.
    private final ThreadLocal<@Nullable Object> current = new ThreadLocal<>();
    /** Keeps the objects of live platform threads. */
    private final Map<Owner, T> owned = new ConcurrentHashMap<>();
    private final ReferenceQueue<Thread> gone = new ReferenceQueue<>();

    /** A platform thread. Compared by identity, because classes of threads may have an {@code equals} of their own. */
    private static final class Owner extends WeakReference<Thread> {
        private final int hash;

        Owner(final Thread thread, final ReferenceQueue<Thread> gone) {
            super(thread, gone);
            hash = System.identityHashCode(thread);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(final Object other) {
            final Thread thread = get();
            return this == other || (thread != null && other instanceof final Owner owner && owner.refersTo(thread));
        }
    }

    /**
     * Create an instance without any object.
     *
     * @param maker creates the object of a thread, and is called by that thread
     */
    public ThreadOwned(final Supplier<? extends T> maker) {
        this.maker = maker;
    }

    /** Returns the calling thread's object. Allocates at the first call of a thread. */
    public T get() {
        final T found = known();
        return found == null ? make() : found;
    }

    /** Returns the calling thread's object; null if it has none yet. */
    @SuppressWarnings("unchecked")
    public @Nullable T known() {
        final Object held = current.get();
        return (T) (held instanceof final Reference<?> reference ? reference.get() : held);
    }

    private T make() {
        final T made = maker.get();
        if (isVirtual(Thread.currentThread())) {
            current.set(made);
        } else {
            for (Reference<?> ended = gone.poll(); ended != null; ended = gone.poll()) {
                owned.remove(ended);
            }
            owned.put(new Owner(Thread.currentThread(), gone), made);
            current.set(new WeakReference<>(made));
        }
        return made;
    }

    /**
     * Returns whether a thread is virtual, without using an API that JDK 17 lacks.
     *
     * @param thread running or other thread
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
