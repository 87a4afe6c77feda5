package io.ringside.internal.write;

import io.ringside.event.DataDescriptors;
import io.ringside.filter.EnablementFilters;
import io.ringside.filter.RateFilter;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.lane.LaneLedger;
import io.ringside.internal.lane.MemoryLane;
import io.ringside.internal.lane.TakenEvent;
import io.ringside.internal.layout.ExtendedItemDescriptor;
import io.ringside.session.EnableProperty;
import io.ringside.session.Enablement;
import io.ringside.session.LossCause;
import io.ringside.write.EventClaim;
import io.ringside.write.WriteOptions;
import io.ringside.write.WriteResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Samples and limits, by every way to write: what they leave out is counted, and stands in the weights of the rest. */
class RateWriteTest {
    private static final int SESSIONS = 4;

    private final long seed = Long.getLong("ringside.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final WriteFixture fixture = new WriteFixture();
    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[24]);

    /** The ways to write an event. */
    enum Way {
        HANDLE, WRITER, OPTIONS, BLOCKS, CLAIM, CLAIM_WITH_OPTIONS
    }

    @BeforeEach
    void printSeed() {
        System.out.println("RateWriteTest: repeat with -Dringside.seed=" + seed);
    }

    @ParameterizedTest
    @EnumSource
    void shouldRecordTheSampleOfEachSession(final Way way) {
        start(2, 2, LaneGeometry.MIN_LANE_BYTES * 16);
        rate(0, RateFilter.sample(10));
        for (int i = 0; i < 300; i++) {
            write(fixture, way, 0, i);
        }
        assertThat(fixture.session(0).takeAll()).hasSize(30)
                .allSatisfy(event -> assertThat(event.itemTypes()).containsExactly(ExtendedItemDescriptor.TYPE_RATE));
        assertThat(fixture.session(0).takeAll().stream().mapToLong(RateWriteTest::weight).sum()).isEqualTo(300);
        assertThat(sampledOut(0)).isEqualTo(270);
        assertThat(fixture.session(0).wanted()).isEqualTo(30);
        assertThat(fixture.session(1).takeAll()).hasSize(300)
                .allSatisfy(event -> assertThat(event.isExtended()).isFalse());
        assertThat(sampledOut(1)).isZero();
        assertThat(overLimit(0)).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void shouldSayNotWantedOfWhatNoSessionRecords(final Way way) {
        start(1, 1, LaneGeometry.MIN_LANE_BYTES);
        rate(0, RateFilter.limit(1));
        assertThat(write(fixture, way, 0, 1)).isEqualTo(ResultBits.WRITTEN);
        long result = ResultBits.WRITTEN;
        for (int i = 0; i < 3 && result != WriteResult.NOT_WANTED; i++) {
            // A second may pass once.
            result = write(fixture, way, 0, 2);
        }
        assertThat(result).isEqualTo(WriteResult.NOT_WANTED);
        assertThat(overLimit(0)).isPositive();
        fixture.session(0).assertBalanced();
    }

    @Test
    void shouldChooseTheSameValuesInEverySessionEventAndProcess() {
        start(2, 2, LaneGeometry.MIN_LANE_BYTES * 16);
        rate(0, RateFilter.sample(5, "value"));
        rate(1, RateFilter.sample(5, "value"));
        final WriteFixture other = new WriteFixture();
        other.start(0, 1, LaneGeometry.MIN_LANE_BYTES * 16);
        other.want(1);
        rate(other, 0, RateFilter.sample(5, "value"));
        final long first = random.nextLong();
        for (int i = 0; i < 200; i++) {
            write(fixture, Way.HANDLE, 0, first + i);
            write(fixture, Way.CLAIM, 1, first + i);
            write(other, Way.BLOCKS, 2, first + i);
        }
        final List<TakenEvent> here = fixture.session(0).takeAll();
        final Set<Long> ofOne = values(here, 0);
        assertThat(ofOne).hasSizeBetween(5, 100).isEqualTo(values(here, 1))
                .isEqualTo(values(fixture.session(1).takeAll(), 0)).isEqualTo(values(other.session(0).takeAll(), 2));
        assertThat(sampledOut(0)).isEqualTo(2 * (200 - ofOne.size()));
        assertThat(here).allSatisfy(event -> assertThat(weight(event)).isEqualTo(5));
    }

    @Test
    void shouldCountEventsThatLackTheField() {
        start(1, 1, LaneGeometry.MIN_LANE_BYTES * 16);
        rate(0, RateFilter.sample(10, "value"));
        for (int i = 0; i < 100; i++) {
            fixture.event().write(bytes, 0, 4);
            fixture.provider().writeString(1, 1, "text");
        }
        assertThat(fixture.session(0).takeAll()).hasSize(20);
        assertThat(sampledOut(0)).isEqualTo(180);
    }

    @Test
    void shouldGiveItsItemBesideAllOthers() {
        start(1, 1, LaneGeometry.MIN_LANE_BYTES * 16);
        fixture.enable(0, Enablement.of(5, 0, 0, EnableProperty.STACK_TRACE | EnableProperty.EVENT_KEY
                | EnableProperty.PROCESS_START_KEY,
                EnablementFilters.builder().rate(RateFilter.limit(1_000_000)).build()));
        bytes.putLong(0, 7);
        fixture.event().write(new WriteOptions().related(1, 2), bytes, 0, 8);
        fixture.provider().writeString(1, 1, "text");
        final List<TakenEvent> events = fixture.session(0).takeAll();
        assertThat(events.get(0).itemTypes()).containsExactly(ExtendedItemDescriptor.TYPE_RELATED_ACTIVITY,
                ExtendedItemDescriptor.TYPE_EVENT_KEY, ExtendedItemDescriptor.TYPE_PROCESS_START_KEY,
                ExtendedItemDescriptor.TYPE_RATE, ExtendedItemDescriptor.TYPE_STACK);
        assertThat(events.get(0).value()).isEqualTo(7);
        assertThat(weight(events.get(0))).isEqualTo(1);
        assertThat(events.get(1).itemTypes()).contains(ExtendedItemDescriptor.TYPE_RATE,
                ExtendedItemDescriptor.TYPE_STRING);
    }

    @Test
    void shouldCountOnWhateverOtherSessionsDo() {
        start(2, 1, LaneGeometry.MIN_LANE_BYTES * 16);
        rate(0, RateFilter.sample(100));
        for (int i = 0; i < 1_000; i++) {
            fixture.enable(1, Enablement.of(1 + i % 5, 0, 0));
            write(fixture, Way.HANDLE, 0, i);
        }
        assertThat(fixture.session(0).takeAll()).hasSize(10);
        rate(0, RateFilter.sample(2));
        write(fixture, Way.HANDLE, 0, 0);
        write(fixture, Way.HANDLE, 0, 0);
        assertThat(fixture.session(0).takeAll()).hasSize(11);
    }

    @Test
    void shouldLoseAsAnyOtherWhatFindsNoLane() {
        start(1, 0, LaneGeometry.MIN_LANE_BYTES);
        rate(0, RateFilter.sample(10));
        for (int i = 0; i < 50; i++) {
            write(fixture, Way.HANDLE, 0, i);
        }
        assertThat(fixture.session(0).wanted()).isEqualTo(50);
        assertThat(fixture.session(0).lost(LossCause.NOT_ATTACHED)).isEqualTo(50);
    }

    @Test
    void shouldAccountForEveryEventOfRandomSessionsAndThreads() throws InterruptedException {
        for (int round = 0; round < 20; round++) {
            final WriteFixture tried = new WriteFixture();
            final List<RateFilter> rates = new ArrayList<>();
            final long[] divisors = new long[SESSIONS];
            for (int slot = 0; slot < SESSIONS; slot++) {
                tried.start(slot, 3 + random.nextInt(2), LaneGeometry.MIN_LANE_BYTES << random.nextInt(4));
                divisors[slot] = 1L + random.nextInt(3);
                rates.add(randomRate());
                tried.enable(slot, Enablement.of(5, 0, 0).withFilters(filters(rates.get(slot), divisors[slot])));
            }
            tried.want(-1L >>> (Long.SIZE - SESSIONS));
            final List<Thread> threads = new ArrayList<>();
            final int count = 500 + random.nextInt(2_000);
            final int writers = 1 + random.nextInt(3);
            for (int i = 0; i < writers; i++) {
                final long seed = random.nextLong();
                final Thread thread = new Thread(() -> {
                    final Random own = new Random(seed);
                    for (int n = 0; n < count; n++) {
                        write(tried, Way.values()[own.nextInt(Way.values().length)],
                                own.nextInt(WriteFixture.EVENTS), n);
                    }
                });
                threads.add(thread);
                thread.start();
            }
            for (final Thread thread : threads) {
                thread.join();
            }
            for (int slot = 0; slot < SESSIONS; slot++) {
                final MemorySession session = tried.session(slot);
                final long divisor = divisors[slot];
                final long accepted = writers * ((count + divisor - 1) / divisor);
                final long skipped = sum(session, LaneLedger::sampledOutAcquire)
                        + sum(session, LaneLedger::overLimitAcquire);
                final String state = "rate=" + rates.get(slot) + ", wanted=" + session.wanted() + ", skipped=" + skipped
                        + ", lost=" + session.lost() + ", round=" + round;
                // What finds no room for a claim is lost before its payload is there to be asked about.
                final long atMost = divisor == 1 ? accepted : accepted + session.lost();
                assertThat(session.wanted() + skipped).as(state).isBetween(accepted, atMost);
                session.assertBalanced();
                if (rates.get(slot) == null) {
                    assertThat(skipped).as(state).isZero();
                }
            }
        }
    }

    private RateFilter randomRate() {
        return switch (random.nextInt(5)) {
            case 0 -> null;
            case 1 -> RateFilter.sample(2 + random.nextInt(100));
            case 2 -> RateFilter.sample(2 + random.nextInt(100), "value");
            case 3 -> RateFilter.limit(1 + random.nextInt(10_000));
            default -> RateFilter.sample(2 + random.nextInt(5), "value").withLimit(1 + random.nextInt(10_000));
        };
    }

    private static EnablementFilters filters(final RateFilter rate, final long divisor) {
        final EnablementFilters.Builder filters = EnablementFilters.builder();
        if (rate != null) {
            filters.rate(rate);
        }
        return (divisor == 1 ? filters : filters.payload("value % " + divisor)).build();
    }

    private void start(final int sessions, final int lanes, final int laneBytes) {
        for (int slot = 0; slot < sessions; slot++) {
            fixture.start(slot, lanes, laneBytes);
        }
        fixture.want((1L << sessions) - 1);
    }

    private void rate(final int slot, final RateFilter rate) {
        rate(fixture, slot, rate);
    }

    private static void rate(final WriteFixture fixture, final int slot, final RateFilter rate) {
        fixture.enable(slot, Enablement.of(5, 0, 0).withFilters(EnablementFilters.builder().rate(rate).build()));
    }

    private static Set<Long> values(final List<TakenEvent> events, final int index) {
        final Set<Long> values = new HashSet<>();
        events.stream().filter(event -> event.eventIndex() == index).map(TakenEvent::value).forEach(values::add);
        return values;
    }

    private static long weight(final TakenEvent event) {
        final UnsafeBuffer record = new UnsafeBuffer(event.bytes());
        for (int at = 32;; at += 8) {
            final long word = record.getLong(at);
            if (ExtendedItemDescriptor.type(word) == ExtendedItemDescriptor.TYPE_RATE
                    && ExtendedItemDescriptor.length(word) == ExtendedItemDescriptor.RATE_LENGTH) {
                return ExtendedItemDescriptor.weight(record, at);
            }
        }
    }

    private long sampledOut(final int slot) {
        return sum(fixture.session(slot), LaneLedger::sampledOutAcquire);
    }

    private long overLimit(final int slot) {
        return sum(fixture.session(slot), LaneLedger::overLimitAcquire);
    }

    private static long sum(final MemorySession session, final ToLongFunction<LaneLedger> word) {
        return session.lanes().stream().map(MemoryLane::ledger).mapToLong(word).sum();
    }

    private static long write(final WriteFixture fixture, final Way way, final int index, final long value) {
        final DeclaredEvent event = fixture.event(index);
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[8]);
        payload.putLong(0, value);
        return switch (way) {
            case HANDLE -> event.write(payload, 0, 8);
            case WRITER -> event.write(payload, 0, 8);
            case OPTIONS -> event.write(new WriteOptions().activity(1, 2), payload, 0, 8);
            case BLOCKS -> event.write(new DataDescriptors().add(payload, 0, 3).add(payload, 3, 5));
            case CLAIM -> claimed(event, value, null);
            case CLAIM_WITH_OPTIONS -> claimed(event, value, new WriteOptions().activity(1, 2));
        };
    }

    private static long claimed(final DeclaredEvent event, final long value, final WriteOptions options) {
        final EventClaim claim = EventClaim.create();
        if (event.tryClaim(claim, Long.BYTES)) {
            claim.buffer().putLong(0, value);
            return options == null ? claim.commit() : claim.commit(options);
        }
        return claim.result();
    }
}
