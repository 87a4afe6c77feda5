package acme.fills;

import acme.codecs.CancelEncoder;
import acme.codecs.FillEncoder;
import acme.codecs.MessageHeaderEncoder;
import acme.codecs.Side;
import com.sun.management.ThreadMXBean;
import io.ringside.provider.Ringside;
import io.ringside.write.EventClaim;
import io.ringside.write.WriteResult;
import java.lang.management.ManagementFactory;
import java.util.UUID;
import org.agrona.concurrent.UnsafeBuffer;

/** Encodes messages of SBE in place, and prints how many bytes that allocates. */
public final class FillApplication {
    private static final byte[] NOTE = {'n', 'o', 't', 'e'};
    private static final byte[] SYMBOL = {'A', 'C', 'M', 'E', 0, 0};
    private static final byte[] BLOB = {1, 2};

    private final EventClaim claim = EventClaim.create();
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final FillEncoder fill = new FillEncoder();
    private final FillEventsProvider events;

    private FillApplication(FillEventsProvider events) {
        this.events = events;
    }

    /** Bytes of the message: block, groups, data. */
    private static int length() {
        return MessageHeaderEncoder.ENCODED_LENGTH + FillEncoder.BLOCK_LENGTH
                + FillEncoder.LegsEncoder.sbeHeaderSize() + 2 * FillEncoder.LegsEncoder.sbeBlockLength()
                + 2 * FillEncoder.LegsEncoder.OwnersEncoder.sbeHeaderSize()
                + FillEncoder.LegsEncoder.OwnersEncoder.sbeBlockLength()
                + 2 * FillEncoder.LegsEncoder.noteHeaderLength() + NOTE.length
                + FillEncoder.textHeaderLength() + FillEncoder.blobHeaderLength() + BLOB.length;
    }

    private long fill(long orderId) {
        if (!events.filledClaim(claim, length())) {
            return claim.result();
        }
        fill.wrapAndApplyHeader(claim.buffer(), 0, header).orderId(orderId).side(Side.SELL)
                .putSymbol(SYMBOL, 0).putLevels(7, 8, 65_534).shown(FillEncoder.shownNullValue()).ratio(0.5)
                .makerFee(-3);
        fill.price().mantissa(1_234_500);
        fill.flags().clear().crossed(true);
        FillEncoder.LegsEncoder legs = fill.legsCount(2);
        legs.next().size(10).ownersCount(1).next().account((short) -9);
        legs.putNote(NOTE, 0, NOTE.length);
        legs.next().size(20).ownersCount(0);
        legs.putNote(NOTE, 0, 0);
        fill.putText(NOTE, 0, 0).putBlob(BLOB, 0, BLOB.length);
        return claim.commit();
    }

    private void write() {
        System.out.println("written=" + WriteResult.written(fill(-2)));
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[64]);
        CancelEncoder cancel = new CancelEncoder().wrapAndApplyHeader(buffer, 8, header).orderId(42);
        int length = header.encodedLength() + cancel.encodedLength();
        System.out.println("written=" + WriteResult.written(events.filled(buffer, 8, length)));
        events.canceled(42, "AC\nME", 50);
        events.marked(new UUID(1, 2), buffer, 8, length, 1_700_000_000_000_000_007L, new UUID(3, 4));
    }

    private void measure() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long written = 0;
        long allocated = Long.MAX_VALUE;
        for (int round = 0; round < 20 && allocated > 0; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 10_000; i++) {
                written += WriteResult.written(fill(i));
            }
            allocated = threads.getCurrentThreadAllocatedBytes() - before;
        }
        System.out.println("any=" + (written > 0) + " allocated=" + allocated);
    }

    public static void main(String[] args) throws InterruptedException {
        try (Ringside ringside = Ringside.connect();
                FillEventsProvider events = FillEventsProvider.register(ringside)) {
            FillApplication application = new FillApplication(events);
            for (int i = 0; i < 2_000 && !events.filledEnabled(); i++) {
                Thread.sleep(10);
            }
            if (args[0].equals("measure")) {
                application.measure();
            } else {
                application.write();
            }
        }
    }
}
