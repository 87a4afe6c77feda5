package io.ringside.internal.export;

import io.ringside.internal.ship.ShipEncoder;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import java.util.ArrayList;
import java.util.List;

/**
 * Encoder of OTLP requests with logs for shipping: each request is a record of a carrier, as the Kafka receiver of
 * OpenTelemetry's collector expects it with the encoding {@code otlp_proto}. Not thread-safe.
 */
public final class OtlpShipEncoder implements ShipEncoder {
    private final OtlpEncoder encoder;
    private List<byte[]> requests = new ArrayList<>();
    private long lastNs;

    /** Factory of the encoders. Stateless. */
    public static final class Service implements ShipEncoder.Otlp {
        @Override
        public ShipEncoder of(final String host) {
            return new OtlpShipEncoder(host);
        }
    }

    /** Creates an encoder with the machine's name, which becomes the attribute {@code host.name} of all resources. */
    private OtlpShipEncoder(final String host) {
        this.encoder = new OtlpEncoder((request, records) -> requests.add(request.copy(0)), host);
    }

    @Override
    public String form() {
        return "otlp";
    }

    @Override
    public void onEvent(final EventView event) {
        lastNs = event.timeNs();
        encoder.event(event);
        encoder.flushFull();
    }

    @Override
    public void onGap(final GapView gap) {
        final long untilNs = gap.toTimeNs() == null ? lastNs : gap.toTimeNs();
        encoder.gap(gap, gap.fromTimeNs() == null ? untilNs : gap.fromTimeNs());
        encoder.flushFull();
    }

    @Override
    public void onGone(final long lostEvents, final long wallNs) {
        encoder.gone(lostEvents, wallNs);
        encoder.flushFull();
    }

    @Override
    public List<byte[]> take() {
        encoder.flush();
        final List<byte[]> taken = requests;
        requests = new ArrayList<>();
        return taken;
    }
}
