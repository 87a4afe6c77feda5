package io.ringside.cli.demo;

import java.util.SplittableRandom;

/**
 * The order messages of one imaginary stock: orders come, shrink, go and trade around a price that wanders. The same
 * seed gives the same flow. For one thread.
 */
final class OrderFlow {
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

    /**
     * Let one thing happen.
     *
     * @param events to write it with
     * @return what the write came to
     */
    long next(final OrderEvents events) {
        middle += TICK * random.nextInt(-1, 2);
        final boolean isFull = open == BOOK_SIZE;
        if (open == 0 || (!isFull && random.nextInt(2) == 0)) {
            return submit(events);
        }
        final int index = random.nextInt(open);
        final int kind = random.nextInt(8);
        if (kind == 0 && sizes[index] > LOT) {
            return shrink(index, false, events);
        }
        return kind < 3 ? shrink(index, true, events) : remove(index, false, events);
    }

    private long submit(final OrderEvents events) {
        final int index = open++;
        orderIds[index] = nextOrderId++;
        sizes[index] = LOT * random.nextInt(1, MAX_LOTS + 1);
        buys[index] = random.nextBoolean();
        final long distance = TICK * random.nextInt(1, MAX_DISTANCE_TICKS + 1);
        prices[index] = buys[index] ? middle - distance : middle + distance;
        return events.submitted(orderIds[index], sizes[index], prices[index], direction(index));
    }

    /** Takes lots of an order, perhaps all. */
    private long shrink(final int index, final boolean isTrade, final OrderEvents events) {
        final int lots = sizes[index] / LOT;
        final int size = LOT * random.nextInt(1, lots + 1);
        if (size == sizes[index]) {
            return remove(index, isTrade, events);
        }
        sizes[index] -= size;
        return isTrade
                ? events.executed(orderIds[index], size, prices[index], direction(index))
                : events.canceled(orderIds[index], size, prices[index], direction(index));
    }

    private long remove(final int index, final boolean isTrade, final OrderEvents events) {
        final long result = isTrade
                ? events.executed(orderIds[index], sizes[index], prices[index], direction(index))
                : events.deleted(orderIds[index], sizes[index], prices[index], direction(index));
        final int last = --open;
        orderIds[index] = orderIds[last];
        sizes[index] = sizes[last];
        prices[index] = prices[last];
        buys[index] = buys[last];
        return result;
    }

    private byte direction(final int index) {
        return (byte) (buys[index] ? 1 : -1);
    }
}
