package io.ringside.sideby.orders;

import io.ringside.activity.ActivityId;
import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import io.ringside.provider.Ringside;
import io.ringside.provider.counter.CounterInstance;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

/**
 * The part of all applications that uses Ringside: a shop that sells by number. It is compiled against each library
 * that an application may have, so it names no type of Agrona. Thread-safe.
 */
public final class OrderDesk implements AutoCloseable {
    private static final CounterSetSchema SALES = CounterSetSchema.of("Acme.Sales", CounterSetSchema.Kind.MULTIPLE,
            List.of(CounterSchema.of(1, "sold", CounterType.LARGE_RAWCOUNT)));

    private final String shop;
    private final Ringside ringside;
    private final boolean isOwner;
    private final OrderEventsProvider events;
    private final CounterInstance sales;

    /** A shop that connects to the default trace directory. */
    public OrderDesk(final String shop) {
        this(shop, Ringside.connect(), true);
    }

    /** A shop in an application that has connected. */
    public OrderDesk(final String shop, final Ringside ringside) {
        this(shop, ringside, false);
    }

    private OrderDesk(final String shop, final Ringside ringside, final boolean isOwner) {
        this.shop = shop;
        this.ringside = ringside;
        this.isOwner = isOwner;
        events = OrderEventsProvider.register(ringside, notice -> {}, null);
        sales = ringside.counterSet(SALES).create(shop);
    }

    /** Sells, within an activity of its own, as applications that serve requests do. */
    public String sell(final long order) {
        ActivityId.set(new UUID(1, order));
        try {
            events.sold(shop, order);
            sales.sharedCounter(1).increment();
        } finally {
            ActivityId.set(null);
        }
        return shop + " sold " + order + ": " + events.registration().status();
    }

    /** Sells until its input ends. */
    public void serve() throws IOException {
        final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("ready");
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println(sell(Long.parseLong(line)));
        }
    }

    @Override
    public void close() {
        events.close();
        sales.close();
        if (isOwner) {
            ringside.close();
        }
    }

    /** An application that is nothing but a shop. */
    public static void main(final String[] args) throws IOException {
        try (OrderDesk desk = new OrderDesk("main")) {
            desk.serve();
        }
    }
}
