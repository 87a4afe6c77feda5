package io.ringside.internal.lane;

import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.session.LossCause;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;

import static org.assertj.core.api.Assertions.assertThat;

/** What must come out: for each attempt its number and what became of it. */
final class LaneModel implements LaneSink {
    final List<String> expected = new ArrayList<>();
    final List<String> taken = new ArrayList<>();
    long next;
    long owner = 1;
    long full;
    long tooLarge;

    LaneModel(final long startNumber) {
        next = startNumber;
    }

    void write(final LaneFixture lane, final int payloadLength) {
        if (lane.write(next, payloadLength)) {
            written(payloadLength);
        } else {
            final boolean large = payloadLength > lane.writer.maxPayloadBytes();
            expected.add(next + (large ? " tooLarge" : " full"));
            full += large ? 0 : 1;
            tooLarge += large ? 1 : 0;
            next++;
        }
    }

    void written(final int payloadLength) {
        expected.add(next + " written by " + owner + " bytes " + payloadLength);
        next++;
    }

    @Override
    public void onEvent(final DirectBuffer buffer, final int offset, final int length, final long ownerThreadId) {
        final int payloadLength = length - FrameDescriptor.RECORD_HEADER_LENGTH;
        final long number = payloadLength >= Long.BYTES
                ? buffer.getLong(offset + FrameDescriptor.RECORD_HEADER_LENGTH)
                : Long.parseLong(expected.get(taken.size()).replaceFirst(" .*", ""));
        taken.add(number + " written by " + ownerThreadId + " bytes " + payloadLength);
    }

    @Override
    public void onGap(final LaneGap gap, final long ownerThreadId) {
        assertThat(gap.count(LossCause.FULL) + gap.count(LossCause.TOO_LARGE)).isEqualTo(gap.total());
        assertThat(gap.firstTimeTicks()).isPositive().isLessThanOrEqualTo(gap.lastTimeTicks());
        long fullSeen = 0;
        for (long number = gap.firstNumber(); number < gap.nextNumber(); number++) {
            final String fate = expected.get(taken.size());
            assertThat(fate).startsWith(number + " ").doesNotContain("written");
            fullSeen += fate.endsWith("full") ? 1 : 0;
            taken.add(fate);
        }
        assertThat(gap.count(LossCause.FULL)).isEqualTo(fullSeen);
    }
}
