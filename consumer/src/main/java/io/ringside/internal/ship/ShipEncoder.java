package io.ringside.internal.ship;

import io.ringside.reader.EventHandler;
import java.util.List;

/** Turns events and losses into values for consumers that know nothing of recordings. For one thread. */
public interface ShipEncoder extends EventHandler {
    /** Name of the form of the values. */
    String form();

    /**
     * Events were gone before they could be shipped.
     *
     * @param lostEvents how many
     * @param wallNs     when that was found, in nanoseconds since 1970
     */
    void onGone(long lostEvents, long wallNs);

    /** The values of everything that came since the last call. */
    List<byte[]> take();
}
