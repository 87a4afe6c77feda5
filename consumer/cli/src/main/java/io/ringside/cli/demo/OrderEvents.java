package io.ringside.cli.demo;

import io.ringside.event.Level;
import io.ringside.typed.TraceEvent;
import io.ringside.typed.TraceKeyword;
import io.ringside.typed.TraceProvider;

/** Order messages of one stock. Prices are dollars times 10,000, directions 1 buy, -1 sell. */
@TraceProvider(OrderEvents.PROVIDER)
@TraceKeyword(name = "orders", mask = 0x1)
@TraceKeyword(name = "trades", mask = 0x2)
interface OrderEvents {
    /** Name of the provider. */
    String PROVIDER = "Orders";

    @TraceEvent(id = 1, keywords = "orders")
    long submitted(long orderId, int size, long price, byte direction);

    @TraceEvent(id = 2, level = Level.VERBOSE, keywords = "orders")
    long canceled(long orderId, int size, long price, byte direction);

    @TraceEvent(id = 3, level = Level.VERBOSE, keywords = "orders")
    long deleted(long orderId, int size, long price, byte direction);

    @TraceEvent(id = 4, keywords = "trades")
    long executed(long orderId, int size, long price, byte direction);
}
