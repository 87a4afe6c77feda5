package io.ringside.internal.machine;

import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** The time-stamp counter of the current processor, if it is a clock and can be read. Thread-safe. */
final class TickCounter {
    /** A constant for the compiler, so that reading the counter is only a call of ten bytes of code. */
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

    /** Returns the reason why the counter cannot be used; null if it can. */
    static @Nullable String refusal() {
        return REFUSAL;
    }

    /**
     * Read the counter. The processor may do so some instructions early, before earlier loads from memory have
     * completed.
     *
     * @return ticks, which grow at a constant rate; 0 if there is a refusal
     */
    static long ticks() {
        if (TICKS == null) {
            return 0;
        }
        try {
            return (long) TICKS.invokeExact();
        } catch (final Error e) {
            // An error of the JVM: the stack had no room for the call.
            throw e;
        } catch (final Throwable e) {
            // The code does not throw anything else.
            return 0;
        }
    }
}
