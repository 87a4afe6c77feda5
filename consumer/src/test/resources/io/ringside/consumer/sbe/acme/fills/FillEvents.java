package acme.fills;

import io.ringside.transport.write.EventClaim;
import io.ringside.typed.SbeMessage;
import io.ringside.typed.TraceEvent;
import io.ringside.typed.TraceProvider;
import org.agrona.DirectBuffer;

@TraceProvider("Acme.Fills")
public interface FillEvents {
    @TraceEvent(id = 1)
    @SbeMessage("acme/fills.sbeir")
    long filled(DirectBuffer buffer, int offset, int length);

    boolean filledClaim(EventClaim claim, int length);

    @TraceEvent(id = 2, message = "canceled: %1 of %2 (%3%%)")
    void canceled(long orderId, CharSequence symbol, int share);
}
