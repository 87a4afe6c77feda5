package io.ringside.internal.registry;

import io.ringside.event.Level;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

/** The part of an enablement's row that stands beside the enablement, absent where there is nothing. Stateless. */
final class OrdersCodec {
    private static final String CAPTURE_GENERATION = "capture.generation";
    private static final String CAPTURE_LEVEL = "capture.level";
    private static final String CAPTURE_ANY = "capture.any";
    private static final String CAPTURE_ALL = "capture.all";
    private static final String CAPTURE_PERIOD = "capture.periodNs";
    private static final String DISALLOWED = "disallowed";

    private OrdersCodec() {}

    static void encode(final RowText text, final StandingOrders orders) {
        if (orders.captureGeneration() != 0) {
            text.put(CAPTURE_GENERATION, orders.captureGeneration())
                    .put(CAPTURE_LEVEL, orders.captureLevel())
                    .putMask(CAPTURE_ANY, orders.captureAny())
                    .putMask(CAPTURE_ALL, orders.captureAll());
        }
        if (orders.capturePeriodNs() != 0) {
            text.put(CAPTURE_PERIOD, orders.capturePeriodNs());
        }
        if (!orders.disallowed().isEmpty()) {
            text.putList(DISALLOWED, orders.disallowed());
        }
    }

    static StandingOrders decode(final RowText text) {
        StandingOrders orders = StandingOrders.NONE;
        if (text.textOrNull(CAPTURE_GENERATION) != null) {
            orders = orders.withCapture(text.number(CAPTURE_GENERATION, 1, Long.MAX_VALUE),
                    (int) text.number(CAPTURE_LEVEL, Level.LOG_ALWAYS, Level.MAX), text.mask(CAPTURE_ANY),
                    text.mask(CAPTURE_ALL));
        }
        if (text.textOrNull(CAPTURE_PERIOD) != null) {
            orders = orders.withCapturePeriodNs(text.number(CAPTURE_PERIOD, 1, Long.MAX_VALUE));
        }
        final List<String> disallowed = text.listOrNull(DISALLOWED);
        return disallowed == null ? orders : orders.withDisallowed(uuids(text, DISALLOWED, disallowed));
    }

    static List<UUID> uuids(final RowText text, final String key, final List<String> items) {
        return items.stream().map(item -> text.uuidOf(item, key)).collect(Collectors.toList());
    }
}
