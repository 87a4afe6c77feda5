package io.ringside.internal.machine;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** The {@code membarrier} system call of Linux, available if foreign functions can be called. Thread-safe. */
final class MemoryBarrierCall {
    private static final int PRIVATE_EXPEDITED = 8;
    private static final int REGISTER_PRIVATE_EXPEDITED = 16;
    private static final @Nullable MethodHandle CALL = link();

    private MemoryBarrierCall() {}

    static boolean isAvailable() {
        return CALL != null;
    }

    /** Flush the store buffers of all threads of this process; returns false if the call failed. */
    static boolean call() {
        return CALL != null && invoke(CALL, PRIVATE_EXPEDITED);
    }

    private static boolean invoke(final MethodHandle call, final int command) {
        try {
            return (long) call.invokeExact(command) == 0;
        } catch (final Throwable e) {
            // The wait replaces the call.
            return false;
        }
    }

    private static @Nullable MethodHandle link() {
        final long number = callNumber();
        if (number < 0 || ForeignFunctions.refusal() != null) {
            return null;
        }
        try {
            final MethodHandle call = systemCall(number);
            return invoke(call, REGISTER_PRIVATE_EXPEDITED) ? call : null;
        } catch (final ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }

    private static long callNumber() {
        if (!"Linux".equals(System.getProperty("os.name"))) {
            return -1;
        }
        return switch (System.getProperty("os.arch", "")) {
            case "amd64" -> 324;
            case "aarch64" -> 283;
            default -> -1;
        };
    }

    /** Links {@code long syscall(long number, int command, int flags, int cpu)} with all but the command bound. */
    private static MethodHandle systemCall(final long number) throws ReflectiveOperationException {
        final MethodHandle handle = ForeignFunctions.linkVariadic("syscall",
                MethodType.methodType(long.class, long.class, int.class, int.class, int.class), 1);
        return MethodHandles.insertArguments(MethodHandles.insertArguments(handle, 2, 0, 0), 0, number);
    }
}
