package io.ringside.bench.choice;

import io.ringside.bench.choice.TimedLane.Fence;
import io.ringside.bench.choice.TimedLane.Times;
import io.ringside.bench.result.Observation;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.layout.FrameDescriptor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Lanes of several sizes, blocks and alignments, measured in turn. For one thread. */
final class LaneCases implements AutoCloseable {
    private static final String OURS_WRITE = Observation.OURS + ", write";
    private static final String OURS_TAKE = Observation.OURS + ", take";
    private static final int DEFAULT_LANE_BYTES = 256 * 1024;
    private static final int KIB = 1024;

    private final List<Case> cases = new ArrayList<>();

    private record Case(String title, Map<String, String> params, TimedLane lane, List<Times> measured) {}

    /** Sizes of lanes, with the blocks that follow from them. */
    void addSizes(final int payloadBytes, final int... lanesKib) throws IOException {
        for (final int laneKib : lanesKib) {
            final LaneGeometry geometry = LaneGeometry.of(laneKib * (long) KIB);
            add("A lane alone, by its size",
                    Map.of("lane, KiB", Integer.toString(laneKib), "block, KiB",
                            Integer.toString(geometry.blockBytes() / KIB)),
                    new TimedLane(geometry, payloadBytes, FrameDescriptor.ALIGNMENT, Fence.NONE));
        }
    }

    /** Sizes of blocks in a lane of the default size. */
    void addBlocks(final int payloadBytes, final int... blocksKib) throws IOException {
        for (final int blockKib : blocksKib) {
            final LaneGeometry geometry = new LaneGeometry(DEFAULT_LANE_BYTES, blockKib * KIB, blockKib * KIB / 2);
            add("A lane of 256 KiB alone, by the size of its blocks",
                    Map.of("block, KiB", Integer.toString(blockKib)),
                    new TimedLane(geometry, payloadBytes, FrameDescriptor.ALIGNMENT, Fence.NONE));
        }
    }

    /** Alignments of an event's record. */
    void addAlignments(final int payloadBytes, final int... alignments) throws IOException {
        for (final int alignment : alignments) {
            add("A lane of 256 KiB alone, by the alignment of records", Map.of("payload, bytes",
                    Integer.toString(payloadBytes), "alignment, bytes", Integer.toString(alignment),
                    "record, bytes", Integer.toString(TimedLane.recordBytes(payloadBytes, alignment))),
                    new TimedLane(LaneGeometry.of(DEFAULT_LANE_BYTES), payloadBytes, alignment, Fence.NONE));
        }
    }

    /** An event as it is, and one with the fence that a session's end would need without its barrier. */
    void addFence(final int payloadBytes) throws IOException {
        for (final Fence fence : Fence.values()) {
            add("A lane of 256 KiB alone, by who pays for the end of a session",
                    Map.of("a full fence for each event", fence == Fence.FULL ? "yes" : "no"),
                    new TimedLane(LaneGeometry.of(DEFAULT_LANE_BYTES), payloadBytes, FrameDescriptor.ALIGNMENT,
                            fence));
        }
    }

    private void add(final String title, final Map<String, String> params, final TimedLane lane) {
        cases.add(new Case(title, params, lane, new ArrayList<>()));
    }

    /** Measures all of them, in turn as often as is said, after they have been measured once to warm up. */
    List<Observation> measure(final int round, final int repeats) {
        cases.forEach(one -> one.lane.measure());
        for (int i = 0; i < repeats; i++) {
            cases.forEach(one -> one.measured.add(one.lane.measure()));
        }
        final List<Observation> observations = new ArrayList<>();
        for (final Case one : cases) {
            observations.add(observation(one, OURS_WRITE, round, Times::writeNs));
            observations.add(observation(one, OURS_TAKE, round, Times::takeNs));
        }
        return observations;
    }

    private static Observation observation(final Case one, final String name, final int round,
            final ToDoubleFunction<Times> ns) {
        final double[] sorted = one.measured.stream().mapToDouble(ns).sorted().toArray();
        return Observation.of(one.title, name, one.params, round, "ns", sorted[sorted.length / 2]);
    }

    @Override
    public void close() {
        cases.forEach(one -> one.lane.close());
    }
}
