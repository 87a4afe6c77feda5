package io.ringside.reader;

import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.internal.drain.HandMadeSession;
import io.ringside.recording.Recorder;
import io.ringside.session.SessionSettings;
import java.nio.file.Path;

/** Records so many bytes and reads them back, in order; its last line tells how many events were right, of how many. */
final class SmallHeapMain {
    private static final int PAYLOAD_BYTES = 1024;
    private static final int LANES = 4;
    private static final int LANE_BYTES = 1 << 20;
    /** So many fill no lane. */
    private static final int EVENTS_PER_LANE = 400;

    private SmallHeapMain() {}

    public static void main(final String[] args) {
        final Path root = Path.of(args[0]);
        final HandMadeSession session = HandMadeSession.start(root.resolve("trace"),
                SessionSettings.builder("large").laneBytes(LANE_BYTES).lanes(LANES).build());
        try (RecordingFixture fixture = new RecordingFixture(root, session)) {
            final long written = record(fixture, Long.parseLong(args[1]));
            final long[] next = new long[LANES];
            final long[] right = new long[1];
            final EventHandler check = event -> {
                final long value = event.buffer().getLong(event.payloadOffset());
                right[0] += event.payloadLength() == PAYLOAD_BYTES && value == next[event.lane()]++ ? 1 : 0;
            };
            try (EventReader consumer = EventReader.open(Source.recording(fixture.folder))) {
                consumer.readAvailable(check);
            }
            System.out.println("right=" + right[0] + ", written=" + written + ", heapBytes="
                    + Runtime.getRuntime().maxMemory());
        }
    }

    private static long record(final RecordingFixture fixture, final long bytes) {
        final HandMadeProvider provider = fixture.session.provider();
        long perLane = 0;
        try (Recorder recorder = fixture.recorder()) {
            while (recorder.bytes() < bytes) {
                for (int lane = 0; lane < LANES; lane++) {
                    for (int i = 0; i < EVENTS_PER_LANE; i++) {
                        if (!provider.write(lane, perLane + i, PAYLOAD_BYTES)) {
                            throw new IllegalStateException("lane is full: lane=" + lane + ", event=" + i);
                        }
                    }
                }
                perLane += EVENTS_PER_LANE;
                fixture.record(recorder);
            }
        }
        return LANES * perLane;
    }
}
