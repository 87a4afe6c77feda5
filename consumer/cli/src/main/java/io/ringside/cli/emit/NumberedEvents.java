package io.ringside.cli.emit;

import io.ringside.typed.TraceEvent;
import io.ringside.typed.TraceKeyword;
import io.ringside.typed.TraceProvider;
import io.ringside.typed.Unsigned;

/**
 * Numbered events with what fills their payload. Events with an even and an odd number differ in their keyword.
 * Keywords belong to a declaration, so there are two versions of the one event: 0 for even numbers, 1 for odd ones.
 */
final class NumberedEvents {
    private NumberedEvents() {}

    /** Numbered events to test with. */
    @TraceProvider("Numbers")
    @TraceKeyword(name = "even", mask = 0x1)
    @TraceKeyword(name = "odd", mask = 0x2)
    interface Filled {
        @TraceEvent(id = 1, version = 0, name = "numbered", keywords = "even")
        long even(@Unsigned long sequence, byte[] data);

        @TraceEvent(id = 1, version = 1, name = "numbered", keywords = "odd")
        long odd(@Unsigned long sequence, byte[] data);
    }

    /** Numbered events to test with. */
    @TraceProvider("Numbers-Bare")
    @TraceKeyword(name = "even", mask = 0x1)
    @TraceKeyword(name = "odd", mask = 0x2)
    interface Bare {
        @TraceEvent(id = 1, version = 0, name = "numbered", keywords = "even")
        long even(@Unsigned long sequence);

        @TraceEvent(id = 1, version = 1, name = "numbered", keywords = "odd")
        long odd(@Unsigned long sequence);
    }

    /** Numbered events to test with. */
    @TraceProvider("Numbers-Byte")
    @TraceKeyword(name = "even", mask = 0x1)
    @TraceKeyword(name = "odd", mask = 0x2)
    interface OneByte {
        @TraceEvent(id = 1, version = 0, name = "numbered", keywords = "even")
        long even(@Unsigned long sequence, @Unsigned byte data);

        @TraceEvent(id = 1, version = 1, name = "numbered", keywords = "odd")
        long odd(@Unsigned long sequence, @Unsigned byte data);
    }
}
