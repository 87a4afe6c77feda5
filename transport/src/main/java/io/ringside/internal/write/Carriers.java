package io.ringside.internal.write;

import java.lang.reflect.Constructor;
import org.agrona.UnsafeApi;
import org.jspecify.annotations.Nullable;

/**
 * Access to the carriers: the platform threads that run virtual threads, on JDK 21 and later. Stateless.
 * <p>
 * If any of the JDK's parts is missing, or not exported to this module, every virtual thread is treated like a platform
 * thread, with a writer and lanes of its own.
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
                // Fails without the JVM flag, here and not inside Agrona, which would then remain unusable.
                newLocal.newInstance();
                final Class<?> virtualThread = Class.forName(VIRTUAL_THREAD_CLASS, false, null);
                return new Parts(newLocal, virtualThread, UnsafeApi.objectFieldOffset(virtualThread, CARRIER_FIELD));
            } catch (final ReflectiveOperationException | LinkageError | InternalError e) {
                return null;
            }
        }
    }

    private Carriers() {}

    /** Returns whether virtual threads use the lanes of their carriers. */
    static boolean exist() {
        return PARTS != null;
    }

    /** Returns a thread-local variable of platform threads: a virtual thread reads the value of its carrier. */
    static <T> ThreadLocal<T> newLocal() {
        final Parts parts = PARTS;
        if (parts == null) {
            return new ThreadLocal<>();
        }
        try {
            @SuppressWarnings("unchecked") // The variable holds references of any type.
            final ThreadLocal<T> local = (ThreadLocal<T>) parts.newLocal.newInstance();
            return local;
        } catch (final ReflectiveOperationException e) {
            throw new IllegalStateException("variable of carriers exists already", e);
        }
    }

    /** Returns the calling thread if it is a platform thread, else its current carrier. */
    static Thread current() {
        final Parts parts = PARTS;
        final Thread thread = Thread.currentThread();
        return parts == null || !parts.virtualThread.isInstance(thread)
                ? thread
                : (Thread) UnsafeApi.getReference(thread, parts.carrierOffset);
    }

    /** Returns the JDK's number of carriers; 0 before the first virtual thread of the process. */
    static int parallelism() {
        final Parts parts = PARTS;
        return parts == null || UnsafeApi.shouldBeInitialized(parts.virtualThread)
                ? 0
                : Integer.getInteger(PARALLELISM_PROPERTY, Runtime.getRuntime().availableProcessors());
    }
}
