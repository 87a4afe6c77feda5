package io.ringside.internal.files;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;

/**
 * Reports accesses to a mapped file that was truncated. The JVM continues with an arbitrary value, and throws an {@link
 * InternalError} "then or at some later time", possibly in unrelated code. This class makes it occur at once.
 * Stateless.
 * <p>
 * Only single loads, stores and copies may access such a file: a fault in a fill, a checksum or, interpreted, a
 * compare-and-set ends the JVM.
 */
public final class MappedFault {
    /** The first version in which a thread raises the error at a loop's back edge. */
    private static final int FIRST_WITH_POLLS = 25;
    private static final boolean IS_POLLED = Runtime.version().feature() >= FIRST_WITH_POLLS;
    private static final VarHandle NOTHING;

    static {
        try {
            NOTHING = MethodHandles.lookup().findStaticVarHandle(MappedFault.class, "nothing", int.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Always 0 but not a constant, so that compilers remove neither the loop nor the allocation. */
    private static volatile int nothing;

    private MappedFault() {}

    /**
     * Throw the error of an earlier access of this thread now, if there is one, so that it cannot occur later. From JDK
     * 25 on, one iteration of a loop is enough. Before, the cheapest call into the JVM's runtime that raises it, from
     * interpreted and compiled code alike, allocates an array of arrays. Not for writers.
     */
    public static void settle() {
        if (IS_POLLED) {
            turn();
        } else {
            final int length = nothing;
            nothing = new byte[length][length].length;
        }
    }

    /**
     * Like {@link #settle}, but only where it is almost free, from JDK 25 on. For operations that occur millions of
     * times a second, and are soon followed by {@link #settle}.
     */
    public static void settleIfFree() {
        if (IS_POLLED) {
            turn();
        }
    }

    /** Returns whether an error stems from mapped memory. */
    public static boolean isIn(final Throwable error) {
        final String message = error instanceof InternalError ? error.getMessage() : null;
        return message != null && message.contains("unsafe memory access");
    }

    private static void turn() {
        int turns = 1;
        while (turns > (int) NOTHING.getOpaque()) {
            turns--;
        }
    }

    /**
     * Read a mapped file.
     *
     * @param path    path of the file, for the message
     * @param reading code that may cause a fault
     * @throws RingsideException with {@link ErrorCode#CORRUPT} if the file was truncated
     */
    public static void guard(final Path path, final Runnable reading) {
        try {
            reading.run();
            settle();
        } catch (final InternalError e) {
            require(e);
            throw new RingsideException(ErrorCode.CORRUPT,
                    "file was truncated while it was read: path=" + path + ": its process is left out", e);
        }
    }

    /**
     * Rethrow an error unless it stems from mapped memory.
     *
     * @param error error that was caught
     * @throws InternalError the same error, if it has another cause
     */
    public static void require(final InternalError error) {
        if (!isIn(error)) {
            throw error;
        }
    }
}
