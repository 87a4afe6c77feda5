package io.ringside.internal.drain;

import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.Checkpoint;
import io.ringside.internal.lane.FrameWalker;
import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.lane.LaneSink;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.session.LossCause;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;

import static org.assertj.core.api.Assertions.assertThat;

/** What a snapshot hands out: for each lane the first values of its events, and how many attempts came to what. */
final class SnapshotNumbers implements CopySink {
    final Map<String, List<Long>> values = new LinkedHashMap<>();
    final List<Long> times = new ArrayList<>();
    long events;
    long overwritten;
    long lost;
    long laneless;
    private final FrameWalker walker;
    private final Map<String, Long> nextNumbers = new LinkedHashMap<>();

    SnapshotNumbers(final LaneGeometry geometry) {
        walker = new FrameWalker(geometry);
    }

    /** Everything that is there. */
    static SnapshotNumbers of(final DrainFixture fixture) {
        final SnapshotNumbers numbers = new SnapshotNumbers(
                LaneGeometry.of(fixture.session.row().settings().laneBytes()));
        try (SessionSnapshot snapshot = SessionSnapshot.open(fixture.session.directory(), fixture.session.row(),
                numbers, (path, reason) -> fixture.errors.add(reason))) {
            numbers.copy(snapshot);
        }
        return numbers;
    }

    void copy(final SessionSnapshot snapshot) {
        while (snapshot.copyNext()) {
            assertThat(snapshot.watermarkTicks()).isNotNegative();
        }
        assertThat(snapshot.overwritten()).isGreaterThanOrEqualTo(overwritten);
    }

    /** Events of a lane by their first values. */
    List<Long> values(final HandMadeProvider provider, final int lane) {
        return values.getOrDefault(provider.incarnation() + "/" + lane, List.of());
    }

    @Override
    public void onBatch(final DrainedProcess process, final int lane, final Batch batch) {
        if (batch.isLoss()) {
            onMissing(process, lane, batch.from(), batch.to());
        } else {
            onFrames(process, lane, batch.from(), batch.to(), batch);
        }
    }

    private void onFrames(final DrainedProcess process, final int lane, final Checkpoint from, final Checkpoint to,
            final Batch batch) {
        final String key = process.incarnation() + "/" + lane;
        assertThat(from.nextNumber).isEqualTo(nextNumbers.getOrDefault(key, 0L));
        nextNumbers.put(key, to.nextNumber);
        final List<Long> lanes = values.computeIfAbsent(key, name -> new ArrayList<>());
        final Checkpoint state = new Checkpoint().set(from);
        walker.numberLimit(batch.numberLimit());
        events += walker.walk(batch.bytes(), batch.length(), Integer.MAX_VALUE, state,
                new LaneSink() {
                    @Override
                    public void onEvent(final DirectBuffer buffer, final int offset, final int size, final long owner) {
                        lanes.add(buffer.getLong(offset + FrameDescriptor.RECORD_HEADER_LENGTH));
                        times.add(buffer.getLong(offset + FrameDescriptor.TIME_OFFSET));
                    }

                    @Override
                    public void onGap(final LaneGap gap, final long owner) {
                        lost += gap.total();
                    }
                });
        assertThat(state.nextNumber).isEqualTo(to.nextNumber);
    }

    private void onMissing(final DrainedProcess process, final int lane, final Checkpoint from, final Checkpoint to) {
        final String key = process.incarnation() + "/" + lane;
        assertThat(from.nextNumber).isEqualTo(nextNumbers.getOrDefault(key, 0L));
        nextNumbers.put(key, to.nextNumber);
        overwritten += to.overwritten - from.overwritten;
        lost += to.lostByWriter() - from.lostByWriter();
    }

    @Override
    public void onLanelessLoss(final DrainedProcess process, final LossCause cause, final long count,
            final long firstTimeTicks, final long lastTimeTicks) {
        laneless += count;
    }
}
