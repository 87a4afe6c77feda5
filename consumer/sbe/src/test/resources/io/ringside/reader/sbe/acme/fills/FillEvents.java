package acme.fills;

import io.ringside.write.EventClaim;
import io.ringside.typed.Activity;
import io.ringside.typed.EventTime;
import io.ringside.typed.RelatedActivity;
import io.ringside.typed.SbeMessage;
import io.ringside.typed.TraceEvent;
import io.ringside.typed.TraceProvider;
import java.util.UUID;
import org.agrona.DirectBuffer;

@TraceProvider("Acme.Fills")
public interface FillEvents {
    @TraceEvent(id = 1)
    @SbeMessage("acme/fills.sbeir")
    long filled(DirectBuffer buffer, int offset, int length);

    boolean filledClaim(EventClaim claim, int length);

    @TraceEvent(id = 3)
    @SbeMessage("acme/fills.sbeir")
    void marked(@Activity UUID activity, DirectBuffer buffer, int offset, int length, @EventTime long timeNs,
            @RelatedActivity UUID related);

    @TraceEvent(id = 2, message = "canceled: %1 of %2 (%3%%)")
    void canceled(long orderId, CharSequence symbol, int share);
}
