package io.ringside.internal.ship;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.reader.EventHandler;
import io.ringside.ship.ShipContext;
import java.util.List;
import java.util.ServiceLoader;

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

    /** Makes encoders of OTLP, which another artifact has. Found as a service; stateless. */
    interface Otlp {
        /** Returns an encoder for the events of a machine with a name. */
        ShipEncoder of(String host);
    }

    /**
     * Make the encoder that settings ask for.
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
