package io.ringside.cli.emit;

import io.ringside.typed.TraceEvent;
import io.ringside.typed.TraceKeyword;
import io.ringside.typed.TraceProvider;
import io.ringside.typed.Unit;

/**
 * The events of the order flow of one stock, from a message file or simulated. Times are exact whole nanoseconds since
 * midnight. Prices are dollars times 10,000; directions are 1 for buy and -1 for sell.
 *
 * @see OrderMessage
 */
@TraceProvider(OrderEvents.PROVIDER)
@TraceKeyword(name = "orders", mask = 0x1)
@TraceKeyword(name = "trades", mask = 0x2)
interface OrderEvents {
    /** Name of the provider, unless it is registered under another name. */
    String PROVIDER = "Orders";

    @TraceEvent(id = 1, keywords = "orders")
    long submitted(@Unit("ns since midnight") long time, byte type, long orderId, int size, long price, byte direction);

    @TraceEvent(id = 2, keywords = "orders")
    long canceled(@Unit("ns since midnight") long time, byte type, long orderId, int size, long price, byte direction);

    @TraceEvent(id = 3, keywords = "orders")
    long deleted(@Unit("ns since midnight") long time, byte type, long orderId, int size, long price, byte direction);

    @TraceEvent(id = 4, keywords = "trades")
    long executed(@Unit("ns since midnight") long time, byte type, long orderId, int size, long price, byte direction);

    @TraceEvent(id = 5, keywords = "trades")
    long executedHidden(@Unit("ns since midnight") long time, byte type, long orderId, int size, long price,
            byte direction);
}
