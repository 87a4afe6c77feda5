package acme.fills;

import acme.codecs.CancelDecoder;
import acme.codecs.FillDecoder;
import acme.codecs.MessageHeaderDecoder;
import io.ringside.write.EventClaim;
import io.ringside.typed.TypedReceiver;
import java.util.List;
import java.util.UUID;
import org.agrona.DirectBuffer;

/** Receives messages, and reads them with SBE's decoders. */
public final class FillReader implements FillEvents {
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final FillDecoder fill = new FillDecoder();
    private final CancelDecoder cancel = new CancelDecoder();
    private final List<String> seen;

    private FillReader(List<String> seen) {
        this.seen = seen;
    }

    public static TypedReceiver receiver(List<String> seen) {
        return new FillEventsReceiver(new FillReader(seen));
    }

    @Override
    public long filled(DirectBuffer buffer, int offset, int length) {
        if (header.wrap(buffer, offset).templateId() == CancelDecoder.TEMPLATE_ID) {
            cancel.wrapAndApplyHeader(buffer, offset, header);
            seen.add("cancel " + cancel.orderId() + ", bytes=" + (header.encodedLength() + cancel.encodedLength())
                    + " of " + length);
            return 0;
        }
        fill.wrapAndApplyHeader(buffer, offset, header);
        StringBuilder text = new StringBuilder("fill " + fill.orderId() + ' ' + fill.side());
        for (FillDecoder.LegsDecoder leg : fill.legs()) {
            text.append(' ').append(leg.size());
            for (FillDecoder.LegsDecoder.OwnersDecoder owner : leg.owners()) {
                text.append('/').append(owner.account());
            }
            text.append(leg.note());
        }
        seen.add(text + " '" + fill.text() + "' " + fill.blobLength());
        return 0;
    }

    @Override
    public void marked(UUID activity, DirectBuffer buffer, int offset, int length, long timeNs, UUID related) {
        cancel.wrapAndApplyHeader(buffer, offset, header);
        seen.add("marked " + cancel.orderId() + " of " + activity + " from " + related + " at " + timeNs);
    }

    @Override
    public boolean filledClaim(EventClaim claim, int length) {
        return false;
    }

    @Override
    public void canceled(long orderId, CharSequence symbol, int share) {
        seen.add("canceled " + orderId + ' ' + symbol + ' ' + share);
    }
}
