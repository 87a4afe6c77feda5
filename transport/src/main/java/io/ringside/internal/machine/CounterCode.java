package io.ringside.internal.machine;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;

/**
 * Machine code that reads the time-stamp counter, in a page of its own that is writable first and executable later,
 * never both. If any step is refused, nothing is left of it. Stateless.
 */
final class CounterCode {
    private static final byte[] CODE = {0x0F, 0x31, // rdtsc: edx:eax
        0x48, (byte) 0xC1, (byte) 0xE2, 0x20, // shl rdx, 32
        0x48, 0x09, (byte) 0xD0, // or rax, rdx
        (byte) 0xC3 // ret
    };

    private static final int PAGE_LENGTH = 4096;
    private static final int READ_WRITE = 1 | 2;
    private static final int READ_EXECUTE = 1 | 4;
    private static final int PRIVATE_ANONYMOUS = 0x02 | 0x20;
    private static final long FAILED = -1;

    private CounterCode() {}

    /**
     * Write the code. The page stays for the life of the JVM.
     *
     * @return {@code long ticks()}
     * @throws CounterRefusedException if the system does not allow it
     */
    static MethodHandle make() throws CounterRefusedException {
        try {
            final MethodHandle map = ForeignFunctions.link("mmap", MethodType.methodType(long.class, long.class,
                    long.class, int.class, int.class, int.class, long.class));
            final MethodHandle protect = ForeignFunctions.link("mprotect", MethodType.methodType(int.class, long.class,
                    long.class, int.class));
            final MethodHandle unmap = ForeignFunctions.link("munmap", MethodType.methodType(int.class, long.class,
                    long.class));
            final long page = (long) map.invokeExact(0L, (long) PAGE_LENGTH, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0L);
            if (page == FAILED) {
                throw new CounterRefusedException("system gives no page for code: call=mmap", null);
            }
            boolean complete = false;
            try {
                final MethodHandle ticks = fill(page, protect);
                complete = true;
                return ticks;
            } finally {
                if (!complete) {
                    final int ignored = (int) unmap.invokeExact(page, (long) PAGE_LENGTH);
                }
            }
        } catch (final CounterRefusedException e) {
            throw e;
        } catch (final Throwable e) {
            throw new CounterRefusedException("foreign functions do not work: reason=" + e, e);
        }
    }

    private static MethodHandle fill(final long page, final MethodHandle protect) throws Throwable {
        ForeignFunctions.memory(page, CODE.length).put(CODE);
        if ((int) protect.invokeExact(page, (long) PAGE_LENGTH, READ_EXECUTE) != 0) {
            throw new CounterRefusedException("system does not let a page of code become executable: call=mprotect: "
                    + "find the setting that forbids it, such as SELinux (execmem) or systemd (MemoryDenyWriteExecute)",
                    null);
        }
        return ForeignFunctions.linkLeaf(page, MethodType.methodType(long.class));
    }
}
