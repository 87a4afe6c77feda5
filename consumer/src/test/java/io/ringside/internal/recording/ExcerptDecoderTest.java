package io.ringside.internal.recording;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.layout.LedgerDescriptor;
import io.ringside.internal.registry.ClockPair;
import io.ringside.session.LossCounts;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Lanes that an excerpt may tell of: none that no process can have, as readers keep arrays of them. */
class ExcerptDecoderTest {
    private static final Incarnation PROCESS = new Incarnation(1, 2);
    private static final int LAST_LANE = LedgerDescriptor.MAX_LANES - 1;

    private final ExcerptDecoder decoder = new ExcerptDecoder();
    private final Seen seen = new Seen();

    @Test
    void shouldReadTheFirstAndTheLastLaneThatAProcessMayHave() {
        for (final int lane : new int[]{0, LAST_LANE}) {
            decodeFrames(lane);
            decodeLosses(lane);
            decodeKept(lane);
            decodeCheckpoint(lane);
        }
        assertThat(seen.lanes).containsExactly(0, 0, 0, 0, LAST_LANE, LAST_LANE, LAST_LANE, LAST_LANE);
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, LAST_LANE + 1, Integer.MAX_VALUE})
    void shouldReportALaneThatNoProcessCanHave(final int lane) {
        assertDamaged(() -> decodeFrames(lane), "chunk of a lane");
        assertDamaged(() -> decodeLosses(lane), "chunk of a lane");
        assertDamaged(() -> decodeKept(lane), "kept records");
        assertDamaged(() -> decodeCheckpoint(lane), "checkpoint of a lane");
        assertThat(seen.lanes).isEmpty();
    }

    private void decodeFrames(final int lane) {
        final BatchExcerpt batch = new BatchExcerpt(64);
        final Batch frames = new Batch();
        frames.begin(new Checkpoint(), new UnsafeBuffer(0, 0), 0, 0);
        frames.end(new Checkpoint(), 0, true);
        batch.frames(PROCESS, lane, frames, null);
        decoder.decode(batch.buffer(), batch.complete(0), seen);
    }

    private void decodeLosses(final int lane) {
        final BatchExcerpt batch = new BatchExcerpt(64);
        final Batch losses = new Batch();
        losses.losses(new Checkpoint(), new Checkpoint(), 0, 0);
        batch.losses(PROCESS, lane, losses);
        decoder.decode(batch.buffer(), batch.complete(0), seen);
    }

    private void decodeKept(final int lane) {
        final KeptLane kept = new KeptLane(PROCESS, lane);
        kept.filtered(1);
        final BatchExcerpt batch = new BatchExcerpt(64);
        batch.kept(kept);
        decoder.decode(batch.buffer(), batch.complete(0), seen);
    }

    private void decodeCheckpoint(final int lane) {
        final ExcerptEncoder encoder = new ExcerptEncoder();
        encoder.beginCheckpoint(new ClockPair(1, 1), false, LossCounts.NONE);
        encoder.lane(PROCESS, lane, new Checkpoint());
        decoder.decode(encoder.buffer(), encoder.endCheckpoint(List.of(), List.of()), seen);
    }

    private static void assertDamaged(final Runnable decoding, final String field) {
        assertThatThrownBy(decoding::run).isInstanceOfSatisfying(RingsideException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT)).hasMessageEndingWith("field=" + field);
    }

    private static final class Seen implements ExcerptVisitor {
        final List<Integer> lanes = new ArrayList<>();

        @Override
        public void onFrames(final Incarnation process, final int lane, final Checkpoint from, final Checkpoint to,
                final long numberLimit, final DirectBuffer frames) {
            lanes.add(lane);
        }

        @Override
        public void onLosses(final Incarnation process, final int lane, final Checkpoint from, final Checkpoint to,
                final long firstTimeTicks, final long lastTimeTicks) {
            lanes.add(lane);
        }

        @Override
        public void onKept(final Incarnation process, final int lane, final long number, final long behind,
                final long filtered, final DirectBuffer entries) {
            lanes.add(lane);
        }

        @Override
        public void onLaneLedger(final Incarnation process, final int lane, final Checkpoint books) {
            lanes.add(lane);
        }
    }
}
