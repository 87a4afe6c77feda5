package io.ringside.cli.emit;

import io.ringside.provider.Ringside;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Simulated order flow of an imaginary stock, in bursts: orders are submitted, reduced, executed and deleted around a
 * price that wanders. The same seed results in the same flow. Not thread-safe.
 */
final class OrderFlow implements Workload.Flow {
    private static final int EVENTS_PER_SECOND = 20_000;
    private static final int MAX_BURST = 400;
    private static final long ORDER_IDS_PER_THREAD = 1_000_000_000L;
    private static final long SEED = 20120621;
    /** Start of trading, in nanoseconds since midnight. */
    private static final long OPENING_NS = TimeUnit.MINUTES.toNanos(570);
    private static final byte SUBMITTED = 1;
    private static final byte CANCELED = 2;
    private static final byte DELETED = 3;
    private static final byte EXECUTED = 4;

    private static final int BOOK_SIZE = 512;
    private static final int LOT = 100;
    private static final int MAX_LOTS = 20;
    private static final long TICK = 100;
    private static final long FIRST_PRICE = 5_850_000;
    private static final int MAX_DISTANCE_TICKS = 30;

    private final OrderEvents events;
    private final SplittableRandom random;
    private final SplittableRandom bursts;
    private final long[] orderIds = new long[BOOK_SIZE];
    private final int[] sizes = new int[BOOK_SIZE];
    private final long[] prices = new long[BOOK_SIZE];
    private final boolean[] buys = new boolean[BOOK_SIZE];
    private int open;
    private long nextOrderId;
    private long middle = FIRST_PRICE;
    private long dueNs;
    private int burst;
    private int left;

    /**
     * Creates a flow.
     *
     * @param events       to write with
     * @param seed         seed of all random decisions
     * @param firstOrderId positive
     */
    OrderFlow(final OrderEvents events, final long seed, final long firstOrderId) {
        this.events = events;
        random = new SplittableRandom(seed);
        bursts = new SplittableRandom(seed);
        nextOrderId = firstOrderId;
    }

    /** Registers a provider whose threads write endlessly, each with its own order ids. */
    static Workload register(final Ringside ringside, final int threads) {
        final OrderEventsProvider orders = OrderEventsProvider.register(ringside);
        return new Workload(orders.registration(), () -> IntStream.range(0, threads).<Workload.Flow>mapToObj(
                i -> new OrderFlow(orders, SEED + i, (i + 1) * ORDER_IDS_PER_THREAD)).toList());
    }

    @Override
    public long next() {
        if (left == 0) {
            dueNs += burst * TimeUnit.SECONDS.toNanos(1) / EVENTS_PER_SECOND;
            burst = bursts.nextInt(1, MAX_BURST + 1);
            left = burst;
        }
        left--;
        return dueNs;
    }

    @Override
    public long write() {
        middle += TICK * random.nextInt(-1, 2);
        final boolean isFull = open == BOOK_SIZE;
        if (open == 0 || (!isFull && random.nextInt(2) == 0)) {
            return submit();
        }
        final int index = random.nextInt(open);
        final int kind = random.nextInt(8);
        if (kind == 0 && sizes[index] > LOT) {
            return shrink(index, false);
        }
        return kind < 3 ? shrink(index, true) : remove(index, false);
    }

    private long submit() {
        final int index = open++;
        orderIds[index] = nextOrderId++;
        sizes[index] = LOT * random.nextInt(1, MAX_LOTS + 1);
        buys[index] = random.nextBoolean();
        final long distance = TICK * random.nextInt(1, MAX_DISTANCE_TICKS + 1);
        prices[index] = buys[index] ? middle - distance : middle + distance;
        return events.submitted(timeNs(), SUBMITTED, orderIds[index], sizes[index], prices[index], direction(index));
    }

    /** Cancels or executes a part of an order, perhaps all of it. */
    private long shrink(final int index, final boolean isTrade) {
        final int lots = sizes[index] / LOT;
        final int size = LOT * random.nextInt(1, lots + 1);
        if (size == sizes[index]) {
            return remove(index, isTrade);
        }
        sizes[index] -= size;
        return isTrade
                ? events.executed(timeNs(), EXECUTED, orderIds[index], size, prices[index], direction(index))
                : events.canceled(timeNs(), CANCELED, orderIds[index], size, prices[index], direction(index));
    }

    private long remove(final int index, final boolean isTrade) {
        final long result = isTrade
                ? events.executed(timeNs(), EXECUTED, orderIds[index], sizes[index], prices[index], direction(index))
                : events.deleted(timeNs(), DELETED, orderIds[index], sizes[index], prices[index], direction(index));
        final int last = --open;
        orderIds[index] = orderIds[last];
        sizes[index] = sizes[last];
        prices[index] = prices[last];
        buys[index] = buys[last];
        return result;
    }

    private long timeNs() {
        return OPENING_NS + dueNs;
    }

    private byte direction(final int index) {
        return (byte) (buys[index] ? 1 : -1);
    }
}
