package io.ringside.bench.channel;

import io.aeron.Aeron;
import io.aeron.Subscription;
import io.aeron.logbuffer.FragmentHandler;
import io.ringside.bench.fixture.PeerRecord;

/** A subscription of Aeron; no message is longer than a fragment. */
final class AeronReaderEnd implements ReaderEnd {
    private static final int FRAGMENTS = 256;

    private final Aeron aeron;
    private final Subscription subscription;
    private final FragmentHandler handler;

    AeronReaderEnd(final ChannelPlan plan, final Receiver receiver) {
        aeron = AeronEnds.connect(plan);
        subscription = aeron.addSubscription(AeronEnds.CHANNEL, AeronEnds.STREAM);
        handler = (buffer, offset, length, header) -> receiver.onMessage(PeerRecord.timeNs(buffer, offset), buffer,
                offset + PeerRecord.HEADER_LENGTH, length - PeerRecord.HEADER_LENGTH);
    }

    @Override
    public int poll() {
        return subscription.poll(handler, FRAGMENTS);
    }

    @Override
    public void close() {
        aeron.close();
    }
}
