package io.ringside.internal.write;

import com.sun.management.ThreadMXBean;
import io.ringside.activity.ActivityId;
import io.ringside.event.DataDescriptors;
import io.ringside.filter.EnablementFilters;
import io.ringside.filter.RateFilter;
import io.ringside.internal.lane.Batch;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.lane.LaneReader;
import io.ringside.session.EnableProperty;
import io.ringside.session.Enablement;
import io.ringside.write.EventClaim;
import io.ringside.write.WriteOptions;
import io.ringside.write.WriteResult;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What a write allocates on its thread, whatever it comes to, and a reader on its own: nothing. */
@Tag("jdk25")
class AllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int OPERATIONS = 200_000;
    /** A JVM that compiles a class's first method makes the strings of its constants on the calling thread, once. */
    private static final int ATTEMPTS = 3;
    /** Fewer events than fill a lane. */
    private static final int FEW_EVENTS = 500;
    private static final String LONG_TEXT = "x".repeat(9_999);
    /** More than a lane takes. */
    private static final int MANY_EVENTS = 5_000;

    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[20_000]);
    private final DataDescriptors blocks = new DataDescriptors();
    private final EventClaim claim = EventClaim.create();
    private final WriteOptions options = new WriteOptions().activity(1, 2).related(3, 4)
            .exclude(new WriteOptions.Target(0, 1)).flags(WriteOptions.IN_PRIVATE);
    private final WriteOptions timed = new WriteOptions();
    private final List<LaneReader> readers = new ArrayList<>();
    private int eventsPerPoll = FEW_EVENTS;

    private long readerBytes;
    private final Batch losses = new Batch();
    private long polls;

    /** The ways to write an event. */
    enum Way {
        BUFFER, BLOCKS, CLAIM, ABORT, OPTIONS, AT, CLAIM_AT, BLOCKS_WITH_OPTIONS, CLAIM_WITH_OPTIONS, STRING
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("R2.22 a disabled event allocates nothing")
    void shouldNotAllocateWhenDisabled(final Way way) {
        final WriteFixture fixture = fixture(1);
        fixture.want(0);
        if (way == Way.STRING) {
            fixture.stand(0);
        }
        assertNoAllocation(() -> write(fixture, way, 8), WriteResult.NOT_WANTED);
    }

    @ParameterizedTest
    @EnumSource(names = "ABORT", mode = EnumSource.Mode.EXCLUDE)
    void shouldNotAllocateForKeysOrConditions(final Way way) {
        final WriteFixture fixture = fixture(2);
        fixture.enable(0, Enablement.of(5, 0, 0, EnableProperty.EVENT_KEY | EnableProperty.PROCESS_START_KEY,
                EnablementFilters.builder().payload("value < 0 or value >= 0").build()));
        assertNoAllocation(() -> write(fixture, way, 8), 2 * ResultBits.WRITTEN);
    }

    @ParameterizedTest
    @EnumSource(names = {"ABORT", "STRING"}, mode = EnumSource.Mode.EXCLUDE)
    void shouldNotAllocateWhenAConditionRejects(final Way way) {
        final WriteFixture fixture = fixture(1);
        fixture.enable(0,
                Enablement.of(5, 0, 0).withFilters(EnablementFilters.builder().payload("value > 0 and value < 7")
                        .build()));
        assertNoAllocation(() -> write(fixture, way, 8), WriteResult.NOT_WANTED);
    }

    @ParameterizedTest
    @EnumSource(names = "ABORT", mode = EnumSource.Mode.EXCLUDE)
    void shouldNotAllocateWhereARateLeavesOut(final Way way) {
        final WriteFixture fixture = fixture(1);
        fixture.enable(0, Enablement.of(5, 0, 0).withFilters(EnablementFilters.builder()
                .rate(RateFilter.sample(3).withLimit(RateFilter.LIMIT_MAX)).build()));
        assertNoAllocation(() -> write(fixture, way, 8), ResultBits.WRITTEN);
    }

    @ParameterizedTest
    @EnumSource(names = {"ABORT", "STRING"}, mode = EnumSource.Mode.EXCLUDE)
    void shouldNotAllocateWhereAFieldDecides(final Way way) {
        final WriteFixture fixture = fixture(1);
        fixture.enable(0, Enablement.of(5, 0, 0).withFilters(EnablementFilters.builder()
                .rate(RateFilter.sample(RateFilter.SAMPLE_MAX, "value")).build()));
        final long result = write(fixture, way, 8);
        assertNoAllocation(() -> write(fixture, way, 8), result);
    }

    @Test
    void shouldNotAllocateForQuestionsAndCurrentActivities() {
        final WriteFixture fixture = fixture(2);
        assertNoAllocation(() -> {
            ActivityId.set(ActivityId.currentMost(), 0);
            return fixture.provider().isEnabled(4, 1) ? 1 : 0;
        }, 1);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("R2.21 a recorded event allocates nothing")
    void shouldNotAllocateWhenEnabled(final Way way) {
        final WriteFixture fixture = fixture(1);
        assertNoAllocation(() -> write(fixture, way, 8), way == Way.ABORT ? 0 : ResultBits.WRITTEN);
        assertThat(fixture.session(0).lost()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void shouldNotAllocateInSeveralSessions(final int sessions) {
        final WriteFixture fixture = fixture(sessions);
        for (final Way way : List.of(Way.BUFFER, Way.BLOCKS, Way.CLAIM)) {
            assertNoAllocation(() -> write(fixture, way, 8), sessions * ResultBits.WRITTEN);
        }
    }

    @ParameterizedTest
    @EnumSource(names = "ABORT", mode = EnumSource.Mode.EXCLUDE)
    void shouldNotAllocateWhenFull(final Way way) {
        final WriteFixture fixture = fixture(1);
        readers.clear();
        while (write(fixture, way, 8) == ResultBits.WRITTEN) {
            assertThat(fixture.session(0).lost()).isZero();
        }
        assertNoAllocation(() -> write(fixture, way, 8), ResultBits.FULL);
    }

    @Test
    void shouldNotAllocateWhereRecordsAndGapsFollowEachOther() {
        final WriteFixture fixture = fixture(1);
        eventsPerPoll = MANY_EVENTS;
        assertNoAllocation(() -> write(fixture, Way.BUFFER, 8), ResultBits.WRITTEN | ResultBits.FULL);
    }

    @ParameterizedTest
    @EnumSource(names = "ABORT", mode = EnumSource.Mode.EXCLUDE)
    void shouldNotAllocateWhenTooLarge(final Way way) {
        final WriteFixture fixture = fixture(2);
        assertNoAllocation(() -> write(fixture, way, 20_000), 2 * ResultBits.TOO_LARGE);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldNotAllocateWithoutALane(final int lanes) {
        final WriteFixture fixture = new WriteFixture();
        final MemorySession session = fixture.start(0, lanes, LaneGeometry.MIN_LANE_BYTES);
        fixture.want(1);
        session.pool().take();
        for (final Way way : List.of(Way.BUFFER, Way.BLOCKS, Way.CLAIM)) {
            assertNoAllocation(() -> write(fixture, way, 8), lanes == 0 ? ResultBits.REFUSED : ResultBits.NO_LANE);
        }
    }

    @Test
    void shouldNotAllocateInsideAClaim() {
        final WriteFixture fixture = fixture(1);
        final EventClaim outer = EventClaim.create();
        assertThat(fixture.event().tryClaim(outer, 8)).isTrue();
        assertNoAllocation(() -> write(fixture, Way.BUFFER, 8), ResultBits.WRITTEN);
        assertNoAllocation(() -> write(fixture, Way.CLAIM, 8), ResultBits.WRITTEN);
    }

    @Test
    void shouldNotAllocateFromTheFirstEventOfALaneOn() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 20 && least > 0; i++) {
            // The first lap of fresh lanes each time: only classes and code grow warm.
            final WriteFixture fixture = WriteFixture.withSessions(2);
            final WritingThread writer = fixture.writer();
            assertThat(writer.takeLanes()).isTrue();
            final long before = THREADS.getCurrentThreadAllocatedBytes();
            while (fixture.event().write(bytes, 0, 8) == 2 * ResultBits.WRITTEN) {
                fixture.event().tryClaim(claim, 8);
                claim.commit();
            }
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).isZero();
    }

    private WriteFixture fixture(final int sessions) {
        final WriteFixture fixture = WriteFixture.withSessions(sessions);
        for (int slot = 0; slot < sessions; slot++) {
            fixture.session(slot).lanes().forEach(lane -> readers.add(lane.newReader()));
        }
        return fixture;
    }

    private long write(final WriteFixture fixture, final Way way, final int length) {
        return switch (way) {
            case BUFFER -> fixture.event().write(bytes, 0, length);
            case BLOCKS -> fixture.event().write(blocks.reset().add(bytes, 0, 1).add(bytes, 1, length - 1));
            case CLAIM -> fixture.event().tryClaim(claim, length) ? claim.commit() : claim.result();
            case AT -> fixture.event().write(timed.timeTicks(7), bytes, 0, length);
            case CLAIM_AT -> fixture.event().tryClaim(claim, length)
                    ? claim.commit(timed.timeNs(7))
                    : claim.result();
            case OPTIONS -> fixture.event().write(options, bytes, 0, length);
            case BLOCKS_WITH_OPTIONS -> fixture.event().write(options, blocks.reset().add(bytes, 0, length));
            case CLAIM_WITH_OPTIONS -> fixture.event().tryClaim(claim, length)
                    ? claim.commit(options)
                    : claim.result();
            case STRING -> fixture.provider().writeString(4, 1, length == 8 ? "abc" : LONG_TEXT);
            case ABORT -> {
                fixture.event().tryClaim(claim, length);
                claim.abort();
                yield claim.result();
            }
        };
    }

    private void assertNoAllocation(final LongSupplier operation, final long expectedResult) {
        run(operation);
        long least = Long.MAX_VALUE;
        long leastPerPoll = Long.MAX_VALUE;
        long result = expectedResult;
        for (int i = 0; i < ATTEMPTS && least > 0; i++) {
            final long before = THREADS.getCurrentThreadAllocatedBytes();
            readerBytes = 0;
            polls = 0;
            result |= run(operation);
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before - readerBytes);
            leastPerPoll = Math.min(leastPerPoll, polls == 0 ? 0 : readerBytes / polls);
        }
        assertThat(least).as("bytes allocated by %s operations", OPERATIONS).isZero();
        // Readers ask the JVM for faults of cut files, which costs them an empty array now and then.
        assertThat(leastPerPoll).as("bytes allocated by a reader for each block").isLessThanOrEqualTo(64);
        assertThat(result).isEqualTo(expectedResult);
    }

    /** Gives the results of all operations, one over the other. */
    private long run(final LongSupplier operation) {
        long results = 0;
        for (int i = 0; i < OPERATIONS; i++) {
            results |= operation.getAsLong();
            if (i % eventsPerPoll == 0) {
                poll();
            }
        }
        poll();
        return results;
    }

    private void poll() {
        final long before = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < readers.size(); i++) {
            while (readers.get(i).hasFrames()) {
                readers.get(i).take(Integer.MAX_VALUE);
                polls++;
            }
            if (readers.get(i).stageLosses(losses)) {
                readers.get(i).takeStaged();
            }
            polls++;
        }
        readerBytes += THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
