package io.ringside.bench.channel;

import io.aeron.Aeron;
import io.aeron.ConcurrentPublication;
import io.aeron.ExclusivePublication;
import io.aeron.logbuffer.BufferClaim;
import io.ringside.bench.fixture.PeerRecord;
import org.agrona.concurrent.NanoClock;

/** Publications of Aeron, which claim in place. */
final class AeronWriterEnd implements WriterEnd {
    private final ChannelPlan plan;
    private final WriterClock clock;
    private final Aeron aeron;

    AeronWriterEnd(final ChannelPlan plan, final WriterClock clock) {
        this.plan = plan;
        this.clock = clock;
        aeron = AeronEnds.connect(plan);
    }

    @Override
    public Sender sender() {
        return plan.kind() == ChannelKind.AERON_EXCLUSIVE ? exclusive() : concurrent();
    }

    private Sender exclusive() {
        final ExclusivePublication publication = aeron.addExclusivePublication(AeronEnds.CHANNEL, AeronEnds.STREAM);
        final BufferClaim claim = new BufferClaim();
        AeronEnds.await(publication::isConnected);
        final NanoClock times = clock.ofThread();
        return (source, length) -> {
            final long timeNs = times.nanoTime();
            if (publication.tryClaim(PeerRecord.HEADER_LENGTH + length, claim) < 0) {
                return false;
            }
            PeerRecord.encode(claim.buffer(), claim.offset(), timeNs, source, length);
            claim.commit();
            return true;
        };
    }

    private Sender concurrent() {
        final ConcurrentPublication publication = aeron.addPublication(AeronEnds.CHANNEL, AeronEnds.STREAM);
        final BufferClaim claim = new BufferClaim();
        AeronEnds.await(publication::isConnected);
        final NanoClock times = clock.ofThread();
        return (source, length) -> {
            final long timeNs = times.nanoTime();
            if (publication.tryClaim(PeerRecord.HEADER_LENGTH + length, claim) < 0) {
                return false;
            }
            PeerRecord.encode(claim.buffer(), claim.offset(), timeNs, source, length);
            claim.commit();
            return true;
        };
    }

    @Override
    public void close() {
        aeron.close();
    }
}
