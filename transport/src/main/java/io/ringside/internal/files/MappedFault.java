package io.ringside.internal.files;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;

/**
 * Reports accesses to a mapped file that was truncated: the JVM continues with any value, and throws an
 * {@link InternalError} "then or at some later time", which can be in somebody else's code. This class makes it occur
 * at once. Stateless.
 * <p>
 * Only single loads and stores and copies may meet such a file: a fault in a fill, a checksum or, interpreted, a
 * compare-and-set ends the JVM.
 */
public final class MappedFault {
    /** The first version in which the error is among the things that a thread checks at a loop's back edge. */
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

    /** Always 0, and no constant, so that compilers take neither the loop nor the allocation apart. */
    private static volatile int nothing;

    private MappedFault() {}

    /**
     * Throw the error of an earlier access of this thread now, if there is one: after this call it comes no more. From
     * JDK 25 on one turn of a loop does it. Before, of all calls into the JVM's runtime that deliver it, from
     * interpreted and compiled code alike, an array of arrays is the cheapest. Not for writers.
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
     * The same where it costs next to nothing, from JDK 25 on; elsewhere nothing. For what is done millions of times a
     * second, and is followed by a {@link #settle} soon.
     */
    public static void settleIfFree() {
        if (IS_POLLED) {
            turn();
        }
    }

    /** Whether an error is one of mapped memory. */
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
     * @param path    to be named if it was truncated
     * @param reading that may meet a fault
     * @throws RingsideException with {@link ErrorCode#CORRUPT} if it did
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
     * Let only errors of mapped memory pass.
     *
     * @param error that was caught
     * @throws InternalError the same, if it describes something else
     */
    public static void require(final InternalError error) {
        if (!isIn(error)) {
            throw error;
        }
    }
}
