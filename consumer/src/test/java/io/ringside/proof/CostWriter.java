package io.ringside.proof;

import io.ringside.event.DataDescriptors;
import io.ringside.write.EventClaim;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import org.agrona.concurrent.UnsafeBuffer;

import static io.ringside.proof.CostEvents.PAYLOAD_LENGTH;
import static io.ringside.proof.CostEvents.TOO_LARGE_LENGTH;

/** Writes events one of the ways, and counts what became of them. For one thread, but for what it counts. */
final class CostWriter {
    private static final UnsafeBuffer BYTES = new UnsafeBuffer(new byte[TOO_LARGE_LENGTH]);
    private static final int HALF = PAYLOAD_LENGTH / 2;

    private final Way way;
    private final DataDescriptors blocks = new DataDescriptors();
    private final EventClaim claim = EventClaim.create();
    private volatile long written;
    private volatile long lost;

    /** The ways to write an event. */
    enum Way {
        BUFFER, BLOCKS, CLAIM
    }

    CostWriter(final Way way) {
        this.way = way;
    }

    /** A new one for the same thread. */
    CostWriter(final CostWriter other) {
        this(other.way);
    }

    /** Events that the last call of {@link #write} has written. */
    long written() {
        return written;
    }

    /** Events that the last call of {@link #write} has lost. */
    long lost() {
        return lost;
    }

    /** Write until so many events are written or so many are lost. */
    void write(final ProviderEvent event, final int length, final int events, final int losses) {
        int writtenNow = 0;
        int lostNow = 0;
        while (writtenNow < events && lostNow < losses) {
            final long result = write(event, length);
            if (WriteResult.written(result) == 1) {
                writtenNow++;
            } else if (WriteResult.lost(result) == 1) {
                lostNow++;
            } else {
                throw new IllegalStateException("event is not wanted: result=" + WriteResult.status(result));
            }
        }
        written = writtenNow;
        lost = lostNow;
    }

    private long write(final ProviderEvent event, final int length) {
        return switch (way) {
            case BUFFER -> event.write(BYTES, 0, length);
            case BLOCKS -> event.write(blocks.reset().add(BYTES, 0, HALF).add(BYTES, HALF, length - HALF));
            case CLAIM -> writeInPlace(event, length);
        };
    }

    private long writeInPlace(final ProviderEvent event, final int length) {
        if (!event.tryClaim(claim, length)) {
            return claim.result();
        }
        claim.buffer().putBytes(0, BYTES, 0, length);
        return claim.commit();
    }
}
