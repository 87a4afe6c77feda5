package io.ringside.transport.directory;

import io.ringside.transport.ErrorCode;
import io.ringside.transport.RingsideException;
import java.nio.file.Path;

/**
 * What becomes of an access to a mapped file that was cut: the JVM goes on with any value, and throws an
 * {@link InternalError} "then or at some later time", which can be in somebody else's code. Here it can be asked for.
 * Stateless.
 * <p>
 * Only single loads and stores and copies may meet such a file: a fault in a fill, a checksum or, interpreted, a
 * compare-and-set ends the JVM.
 */
public final class MappedFault {
    /** Always 0, and no constant, so that compilers do not take the allocation apart. */
    private static volatile int nothing;

    private MappedFault() {}

    /**
     * Throw the error of an earlier access of this thread now, if there is one: behind this call it comes no more. Of
     * all calls into the JVM's runtime that deliver it, from interpreted and compiled code alike, an array of arrays is
     * the cheapest. Not for writers.
     */
    public static void settle() {
        final int length = nothing;
        nothing = new byte[length][length].length;
    }

    /**
     * Read a mapped file.
     *
     * @param path    to be named if it was cut
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
                    "file was cut while it was read: path=" + path + ": its process is left out", e);
        }
    }

    /**
     * Let only errors of mapped memory pass.
     *
     * @param error that was caught
     * @throws InternalError the same, if it tells of something else
     */
    public static void require(final InternalError error) {
        final String message = error.getMessage();
        if (message == null || !message.contains("unsafe memory access")) {
            throw error;
        }
    }
}
