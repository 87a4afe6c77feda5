package io.ringside.reader;

import io.ringside.typed.NamedBy;
import io.ringside.typed.TraceEvent;
import io.ringside.typed.TraceProvider;
import io.ringside.typed.Unsigned;

/** Events with names that are published. */
@TraceProvider("Example-Named")
interface NamedEvents {
    /** A part of an order. */
    record Leg(@NamedBy("symbol") @Unsigned short symbol, int size) {}

    @TraceEvent(id = 1)
    void submitted(@NamedBy("symbol") int symbol, @NamedBy("venue") byte venue, Leg leg);
}
