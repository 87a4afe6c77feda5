package io.ringside.internal.write;

import java.lang.reflect.Constructor;
import org.agrona.UnsafeApi;
import org.jspecify.annotations.Nullable;

/**
 * The platform threads that run virtual threads, where the JDK has such: since 21. Stateless.
 * <p>
 * All or nothing: where one of the JDK's parts is missing, or not exported to us, every virtual thread is a thread like
 * any other, with a writer and lanes of its own.
 */
final class Carriers {
    private static final String LOCAL_CLASS = "jdk.internal.misc.CarrierThreadLocal";
    private static final String VIRTUAL_THREAD_CLASS = "java.lang.VirtualThread";
    private static final String CARRIER_FIELD = "carrierThread";
    private static final String PARALLELISM_PROPERTY = "jdk.virtualThreadScheduler.parallelism";
    private static final @Nullable Parts PARTS = Parts.find();

    /** The parts of the JDK that give access to carriers. */
    private record Parts(Constructor<?> newLocal, Class<?> virtualThread, long carrierOffset) {
        static @Nullable Parts find() {
            try {
                final Constructor<?> newLocal = Class.forName(LOCAL_CLASS).getConstructor();
                // Fails without the flag; before anything of Agrona, which would fail for good.
                newLocal.newInstance();
                final Class<?> virtualThread = Class.forName(VIRTUAL_THREAD_CLASS, false, null);
                return new Parts(newLocal, virtualThread, UnsafeApi.objectFieldOffset(virtualThread, CARRIER_FIELD));
            } catch (final ReflectiveOperationException | LinkageError | InternalError e) {
                return null;
            }
        }
    }

    private Carriers() {}

    /** Whether virtual threads use the lanes of their carriers. */
    static boolean exist() {
        return PARTS != null;
    }

    /** A variable of the platform thread that runs: a virtual thread finds its carrier's. */
    static <T> ThreadLocal<T> newLocal() {
        final Parts parts = PARTS;
        if (parts == null) {
            return new ThreadLocal<>();
        }
        try {
            @SuppressWarnings("unchecked") // It holds references of any type.
            final ThreadLocal<T> local = (ThreadLocal<T>) parts.newLocal.newInstance();
            return local;
        } catch (final ReflectiveOperationException e) {
            throw new IllegalStateException("variable of carriers exists already", e);
        }
    }

    /** The platform thread that runs: the calling thread, or its carrier at this moment. */
    static Thread current() {
        final Parts parts = PARTS;
        final Thread thread = Thread.currentThread();
        return parts == null || !parts.virtualThread.isInstance(thread)
                ? thread
                : (Thread) UnsafeApi.getReference(thread, parts.carrierOffset);
    }

    /** Returns the number of carriers that the JDK runs at a time; 0 before the first virtual thread of the process. */
    static int parallelism() {
        final Parts parts = PARTS;
        return parts == null || UnsafeApi.shouldBeInitialized(parts.virtualThread)
                ? 0
                : Integer.getInteger(PARALLELISM_PROPERTY, Runtime.getRuntime().availableProcessors());
    }
}
