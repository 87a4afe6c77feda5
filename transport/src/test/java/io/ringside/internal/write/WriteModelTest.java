package io.ringside.internal.write;

import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.write.ModelWriter.OpenClaim;
import io.ringside.write.EventClaim;
import io.ringside.write.WriteResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Three threads, three sessions and whatever may happen to them, one thing after the other, against plain lists. */
class WriteModelTest {
    private static final int OPERATIONS = 40_000;
    private static final int SESSIONS = 3;
    private static final int WRITERS = 3;
    private static final int LANES = 5;
    private static final int CLAIMS_MAX = 2;
    private static final int EVENT_PAYLOAD_MAX = 65_504;

    private final long seed = Long.getLong("ringside.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final WriteFixture fixture = new WriteFixture();
    private final ModelSession[] sessions = new ModelSession[SESSIONS];
    private final List<ModelSession> ended = new ArrayList<>();
    private final ModelWriter[] writers = new ModelWriter[WRITERS];
    private final Map<Long, Integer> seen = new HashMap<>();
    private long wanted;
    private long value;

    @AfterEach
    void endThreads() {
        for (final ModelWriter writer : writers) {
            writer.end();
        }
    }

    @Test
    void shouldGiveEverySessionWhatItWantedAndCountTheRest() {
        System.out.println("WriteModelTest: repeat with -Dringside.seed=" + seed);
        for (int i = 0; i < SESSIONS; i++) {
            start(i);
        }
        for (int i = 0; i < WRITERS; i++) {
            writers[i] = new ModelWriter(fixture);
        }
        for (int i = 0; i < OPERATIONS; i++) {
            operate(random.nextInt(1_000));
        }
        final Map<Long, Long> times = new HashMap<>();
        for (final ModelSession session : sessions) {
            session.verify("seed " + seed, times);
        }
        ended.forEach(session -> session.verify("ended, seed " + seed, times));
        assertThat(ended).hasSizeGreaterThan(5);
        for (final long result : new long[]{ResultBits.FULL, ResultBits.TOO_LARGE, ResultBits.NO_LANE,
            ResultBits.WRITTEN, 3 * ResultBits.WRITTEN, ResultBits.WRITTEN + ResultBits.TOO_LARGE,
            WriteResult.NOT_WANTED}) {
            assertThat(seen).as("seed %s", seed).containsKey(result);
        }
    }

    private void operate(final int choice) {
        final ModelWriter writer = writers[random.nextInt(WRITERS)];
        if (choice < 3) {
            final int slot = random.nextInt(SESSIONS);
            fixture.end(slot);
            wanted &= ~(1L << slot);
            ended.add(sessions[slot]);
            start(slot);
        } else if (choice < 6) {
            endThread(random.nextInt(WRITERS));
        } else if (choice < 30) {
            wanted = random.nextInt(4) == 0 ? random.nextInt(1 << SESSIONS) : (1 << SESSIONS) - 1;
            fixture.want(wanted);
        } else if (choice < 130) {
            takeSome();
        } else if (choice < 280) {
            claim(writer);
        } else if (choice < 420) {
            close(writer);
        } else {
            final int length = length();
            final long expected = expected(writer, null, ++value, length);
            check(writer.write(value, length, random.nextInt(3)), expected);
        }
    }

    private void start(final int slot) {
        // Some lanes are too few for nested claims of all threads.
        final int lanes = LANES + random.nextInt(2) * LANES;
        sessions[slot] = new ModelSession(fixture.start(slot, lanes, LaneGeometry.MIN_LANE_BYTES << slot));
    }

    private void endThread(final int index) {
        final ModelWriter writer = writers[index];
        writer.end();
        fixture.reclaim(writer.writer());
        for (final ModelSession session : sessions) {
            session.endThread(writer.threadId());
        }
        writers[index] = new ModelWriter(fixture);
    }

    private void takeSome() {
        final List<ModelLane> lanes = sessions[random.nextInt(SESSIONS)].lanes;
        final ModelLane lane = lanes.get(random.nextInt(lanes.size()));
        switch (random.nextInt(4)) {
            case 0 -> lane.taken.takeAll();
            case 1 -> lane.taken.renewReader();
            default -> lane.taken.take(random.nextInt(100));
        }
    }

    private int length() {
        return switch (random.nextInt(40)) {
            case 0 -> (16_384 << random.nextInt(SESSIONS)) - 184 + random.nextInt(16);
            case 1 -> EVENT_PAYLOAD_MAX - 2 + random.nextInt(5);
            case 2, 3, 4, 5, 6, 7 -> Long.BYTES + random.nextInt(6_000);
            default -> Long.BYTES + random.nextInt(150);
        };
    }

    /** Gives what a write, or the commit of a claim, comes to. */
    private long expected(final ModelWriter writer, final ModelLane claimed, final long event, final int length) {
        long result = WriteResult.NOT_WANTED;
        for (int slot = 0; slot < SESSIONS; slot++) {
            if ((wanted & 1L << slot) != 0) {
                result += sessions[slot].attempt(writer.threadId(), claimed, event, length);
            }
        }
        return result != WriteResult.NOT_WANTED && length > EVENT_PAYLOAD_MAX
                ? result | ResultBits.OVER_EVENT_LIMIT
                : result;
    }

    private void claim(final ModelWriter writer) {
        if (writer.claims.size() == CLAIMS_MAX) {
            return;
        }
        final int length = length();
        final EventClaim claim = EventClaim.create();
        final boolean isOpen = writer.tryClaim(claim, ++value, length);
        ModelLane lane = null;
        long end = ModelLane.FULL;
        for (int slot = 0; slot < SESSIONS && end < 0; slot++) {
            if ((wanted & 1L << slot) != 0) {
                lane = sessions[slot].lane(writer.threadId());
                end = lane == null ? ModelLane.FULL : lane.place(length);
            }
        }
        assertThat(isOpen).as("claim, seed %s", seed).isEqualTo(end >= 0);
        if (end >= 0) {
            lane.claim(end);
            writer.claims.add(new OpenClaim(claim, lane, value, length));
        } else {
            check(claim.result(), expected(writer, null, value, length));
        }
    }

    private void close(final ModelWriter writer) {
        if (writer.claims.isEmpty()) {
            return;
        }
        final OpenClaim open = writer.claims.remove(random.nextInt(writer.claims.size()));
        if (random.nextInt(4) == 0) {
            writer.abort(open.claim());
        } else {
            final long expected = expected(writer, open.lane(), open.value(), open.length());
            check(writer.commit(open.claim()), expected);
        }
        open.lane().isClaimed = false;
    }

    private void check(final long result, final long expected) {
        assertThat(Long.toHexString(result)).as("result, seed %s", seed).isEqualTo(Long.toHexString(expected));
        seen.merge(result, 1, Integer::sum);
    }
}
