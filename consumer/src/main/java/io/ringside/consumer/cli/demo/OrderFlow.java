package io.ringside.consumer.cli.demo;

import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.PayloadWriter;
import io.ringside.schema.ProviderSchema;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The order messages of one imaginary stock: orders come, shrink, go and trade around a price that wanders. The same
 * seed gives the same flow. For one thread.
 */
final class OrderFlow {
    /** Name of the provider. */
    static final String PROVIDER = "Orders";
    /** Bytes of every payload. */
    static final int PAYLOAD_BYTES = Long.BYTES + Integer.BYTES + Long.BYTES + Byte.BYTES;

    /** Index of each event in the schema. */
    static final int SUBMITTED = 0;
    static final int CANCELED = 1;
    static final int DELETED = 2;
    static final int EXECUTED = 3;

    private static final long ORDERS = 0x1;
    private static final long TRADES = 0x2;

    private static final int BOOK_SIZE = 512;
    private static final int LOT = 100;
    private static final int MAX_LOTS = 20;
    private static final long TICK = 100;
    private static final long FIRST_PRICE = 5_850_000;
    private static final int MAX_DISTANCE_TICKS = 30;

    private final SplittableRandom random;
    private final long[] orderIds = new long[BOOK_SIZE];
    private final int[] sizes = new int[BOOK_SIZE];
    private final long[] prices = new long[BOOK_SIZE];
    private final boolean[] buys = new boolean[BOOK_SIZE];
    private int open;
    private long nextOrderId;
    private long middle = FIRST_PRICE;

    /**
     * A flow whose order ids begin at a number of its own.
     *
     * @param seed         of everything that happens
     * @param firstOrderId positive
     */
    OrderFlow(final long seed, final long firstOrderId) {
        random = new SplittableRandom(seed);
        nextOrderId = firstOrderId;
    }

    static ProviderSchema schema() {
        final List<FieldSchema> fields = List.of(FieldSchema.of("orderId", FieldType.INT64),
                FieldSchema.of("size", FieldType.INT32), FieldSchema.of("price", FieldType.INT64),
                FieldSchema.of("direction", FieldType.INT8));
        return ProviderSchema.builder(PROVIDER)
                .documentation(
                        "Order messages of one stock. Prices are dollars times 10,000, directions 1 buy, -1 sell.")
                .keyword("orders", ORDERS)
                .keyword("trades", TRADES)
                .event("submitted", EventDescriptor.of(SUBMITTED + 1, Level.INFORMATION, ORDERS), fields)
                .event("canceled", EventDescriptor.of(CANCELED + 1, Level.VERBOSE, ORDERS), fields)
                .event("deleted", EventDescriptor.of(DELETED + 1, Level.VERBOSE, ORDERS), fields)
                .event("executed", EventDescriptor.of(EXECUTED + 1, Level.INFORMATION, TRADES), fields)
                .build();
    }

    /**
     * Let one thing happen.
     *
     * @param payload receives {@link #PAYLOAD_BYTES}
     * @return index of the event
     */
    int next(final PayloadWriter payload) {
        middle += TICK * random.nextInt(-1, 2);
        final boolean isFull = open == BOOK_SIZE;
        if (open == 0 || (!isFull && random.nextInt(2) == 0)) {
            return submit(payload);
        }
        final int index = random.nextInt(open);
        final int kind = random.nextInt(8);
        if (kind == 0 && sizes[index] > LOT) {
            return shrink(index, CANCELED, payload);
        }
        return kind < 3 ? shrink(index, EXECUTED, payload) : remove(index, DELETED, payload);
    }

    private int submit(final PayloadWriter payload) {
        final int index = open++;
        orderIds[index] = nextOrderId++;
        sizes[index] = LOT * random.nextInt(1, MAX_LOTS + 1);
        buys[index] = random.nextBoolean();
        final long distance = TICK * random.nextInt(1, MAX_DISTANCE_TICKS + 1);
        prices[index] = buys[index] ? middle - distance : middle + distance;
        put(payload, index, sizes[index]);
        return SUBMITTED;
    }

    /** Takes lots of an order, perhaps all. */
    private int shrink(final int index, final int event, final PayloadWriter payload) {
        final int lots = sizes[index] / LOT;
        final int size = LOT * random.nextInt(1, lots + 1);
        if (size == sizes[index]) {
            return remove(index, event == CANCELED ? DELETED : event, payload);
        }
        sizes[index] -= size;
        put(payload, index, size);
        return event;
    }

    private int remove(final int index, final int event, final PayloadWriter payload) {
        put(payload, index, sizes[index]);
        final int last = --open;
        orderIds[index] = orderIds[last];
        sizes[index] = sizes[last];
        prices[index] = prices[last];
        buys[index] = buys[last];
        return event;
    }

    private void put(final PayloadWriter payload, final int index, final int size) {
        payload.putLong(orderIds[index]).putInt(size).putLong(prices[index]).putByte(buys[index] ? 1 : -1);
    }
}
