package io.ringside.internal.machine;

import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** The time-stamp counter of the processor that runs, where it is a clock and may be read. Thread-safe. */
final class TickCounter {
    /** Constant for the compiler, so that reading it is a call of ten bytes of code and nothing else. */
    private static final @Nullable MethodHandle TICKS;
    private static final @Nullable String REFUSAL;
    static {
        MethodHandle ticks = null;
        String refusal = CounterFacts.ofThisMachine().refusal();
        if (refusal == null) {
            refusal = ForeignFunctions.refusal();
        }
        if (refusal == null) {
            try {
                ticks = CounterCode.make();
            } catch (final CounterRefusedException e) {
                refusal = String.valueOf(e.getMessage());
            }
        }
        TICKS = ticks;
        REFUSAL = refusal;
    }

    private TickCounter() {}

    /** Why the counter cannot be used; null if it can. */
    static @Nullable String refusal() {
        return REFUSAL;
    }

    /**
     * The counter. The processor may read it some instructions early: before what the thread has loaded from memory
     * has come.
     *
     * @return ticks, which continue by one rate; 0 if there is a refusal
     */
    static long ticks() {
        if (TICKS == null) {
            return 0;
        }
        try {
            return (long) TICKS.invokeExact();
        } catch (final Error e) {
            // The error is the JVM's: the stack had no room for the call.
            throw e;
        } catch (final Throwable e) {
            // The code has none to throw.
            return 0;
        }
    }
}
