package acme.orders;

import io.ringside.typed.TraceEvent;
import io.ringside.typed.TraceProvider;

@TraceProvider("Acme.Orders")
interface OrderEvents {
    @TraceEvent(id = 1)
    long accepted(Order order, CharSequence symbol);

    boolean acceptedEnabled();
}
