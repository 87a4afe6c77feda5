package io.ringside.sideby.orders;

import io.ringside.typed.TraceEvent;
import io.ringside.typed.TraceProvider;

/** What a shop reports. */
@TraceProvider(OrderEvents.PROVIDER)
interface OrderEvents {
    /** Name of the provider. */
    String PROVIDER = "Acme.Orders";

    @TraceEvent(id = 1, message = "%1 sold %2")
    void sold(CharSequence shop, long order);

    @TraceEvent(id = 2)
    void opened(int clerks);

    @TraceEvent(id = 3)
    void stocked(int boxes, byte[] codes);
}
