package io.ringside.internal.ship;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.reader.EventHandler;
import io.ringside.ship.ShipContext;
import java.util.List;
import java.util.ServiceLoader;

/** Encodes events and losses for consumers that cannot read recordings. Not thread-safe. */
public interface ShipEncoder extends EventHandler {
    /** Returns the name of the encoding. */
    String form();

    /**
     * Encodes a loss of events that were removed before they could be shipped.
     *
     * @param lostEvents number of events
     * @param wallNs     time at which the loss was detected, in nanoseconds since 1970
     */
    void onGone(long lostEvents, long wallNs);

    /** Returns the encoded values since the last call. */
    List<byte[]> take();

    /** A factory of OTLP encoders, which another artifact provides. Found as a service. Stateless. */
    interface Otlp {
        /** Returns an encoder for events of the named host. */
        ShipEncoder of(String host);
    }

    /**
     * Returns a new encoder for the format in the settings.
     *
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if its artifact is missing
     */
    static ShipEncoder find(final ShipContext context) {
        return context.format() == ShipContext.Format.JSONL
                ? new JsonShipEncoder(context.host())
                : ServiceLoader.load(Otlp.class, Otlp.class.getClassLoader()).findFirst()
                        .orElseThrow(() -> new RingsideException(ErrorCode.NOT_FOUND,
                                "OTLP needs an artifact that is missing: artifact=io.ringside:ringside-export: "
                                        + "add it to the class path"))
                        .of(context.host());
    }
}
