package io.ringside.internal.lane;

import io.ringside.internal.files.ChildJvm;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.session.SessionSettings.Overflow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Lanes whose bytes are there and cannot be had now. */
class RingReadinessTest {
    private static final int PAYLOAD_BYTES = 32;

    @TempDir
    private Path folder;
    private final LaneFixture lane = LaneFixture.small();
    private final List<Long> taken = new ArrayList<>();
    private boolean ready;
    private final LaneReader reader = new LaneReader(lane.ledger, new LaterRing(), lane.geometry, lane.newCopy());

    @Test
    void shouldLeaveInTheLaneWhatCannotBeHadNow() {
        lane.write(1, PAYLOAD_BYTES);
        lane.write(2, PAYLOAD_BYTES);

        assertThat(Taking.poll(reader, new Values(), Integer.MAX_VALUE)).isZero();
        assertThat(reader.hasFrames()).isTrue();
        assertThat(reader.checkpoint()).usingRecursiveComparison().isEqualTo(new Checkpoint());

        ready = true;
        assertThat(Taking.poll(reader, new Values(), Integer.MAX_VALUE)).isEqualTo(2);
        assertThat(taken).containsExactly(1L, 2L);
        assertThat(reader.checkpoint().corrupt).isZero();
    }

    @Test
    void shouldGiveUpWhatCannotBeHadNow() {
        lane.write(1, PAYLOAD_BYTES);

        reader.giveUp(Overflow.DROP_NEWEST);

        assertThat(reader.hasFrames()).isFalse();
        assertThat(reader.checkpoint().corrupt).as("damaged").isEqualTo(1);
    }

    @Test
    void shouldNotBeReadyWhileTheProcessHasTooManyFilesOpen() throws IOException {
        try (ChildJvm child = ChildJvm.startUnder(List.of("sh", "-c", "ulimit -n 128 && exec \"$@\"", "sh"), List.of(),
                ManyFilesMain.class, folder.toString())) {
            assertThat(child.readLine()).isEqualTo("with all files open: ready=false");
            assertThat(child.readLine()).isEqualTo("with one less: ready=true, copied=true, byte=42");
            assertThat(child.await()).isZero();
        }
    }

    private final class Values implements LaneSink {
        @Override
        public void onEvent(final DirectBuffer buffer, final int offset, final int length, final long owner) {
            taken.add(buffer.getLong(offset + FrameDescriptor.RECORD_HEADER_LENGTH));
        }

        @Override
        public void onGap(final LaneGap gap, final long owner) {
            throw new AssertionError("nothing is lost: count=" + gap.total());
        }
    }

    private final class LaterRing implements RingBytes {
        @Override
        public boolean areReady() {
            return ready;
        }

        @Override
        public boolean copy(final int index, final MutableDirectBuffer target, final int length) {
            return ready && lane.copy(index, target, length);
        }
    }
}
