package io.ringside.internal.lane;

import io.ringside.internal.lane.FaultyMemory.Fault;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Writes that are cut off at each of their accesses to memory, and the writes that heal them, which are cut off in
 * their turn: afterwards every attempt has one outcome, and what is written next comes out.
 */
class LaneFaultTest {
    private static final int LANE_BYTES = LaneGeometry.MIN_LANE_BYTES;
    private static final int BLOCK_BYTES = LANE_BYTES / 4;
    private static final int PAYLOAD = 8;
    private static final int SECOND_OWNER = 2;
    private static final int THIRD_OWNER = 3;

    /** What stands in the lane when the write that is cut off begins. */
    enum Situation {
        EMPTY, RECORD {
            @Override
            void prepare(final LaneFixture lane) {
                lane.write(-1, PAYLOAD);
            }
        },
        GAP {
            @Override
            void prepare(final LaneFixture lane) {
                lane.write(-1, PAYLOAD);
                lane.write(-1, BLOCK_BYTES);
            }
        },
        GAP_AT_THE_BEGINNING {
            @Override
            void prepare(final LaneFixture lane) {
                lane.write(-1, BLOCK_BYTES);
            }
        },
        END_OF_BLOCK {
            @Override
            void prepare(final LaneFixture lane) {
                lane.write(-1, lane.writer.maxPayloadBytes());
            }
        },
        GAP_AT_THE_END_OF_A_BLOCK {
            @Override
            void prepare(final LaneFixture lane) {
                lane.write(-1, lane.writer.maxPayloadBytes());
                lane.write(-1, BLOCK_BYTES);
            }
        },
        NEW_OWNER {
            @Override
            void prepare(final LaneFixture lane) {
                lane.write(-1, PAYLOAD);
                lane.writer.handOver(SECOND_OWNER);
            }
        },
        NEW_OWNER_BEHIND_A_GAP {
            @Override
            void prepare(final LaneFixture lane) {
                lane.write(-1, PAYLOAD);
                lane.write(-1, BLOCK_BYTES);
                lane.writer.handOver(SECOND_OWNER);
            }
        },
        FULL {
            @Override
            void prepare(final LaneFixture lane) {
                for (int i = 0; i < 4; i++) {
                    lane.write(-1, lane.writer.maxPayloadBytes());
                }
            }
        },
        FULL_BEHIND_A_LOSS {
            @Override
            void prepare(final LaneFixture lane) {
                for (int i = 0; i < 5; i++) {
                    lane.write(-1, lane.writer.maxPayloadBytes());
                }
            }
        };

        void prepare(final LaneFixture lane) {}
    }

    /** One lane from the situation to the end. */
    private static final class Run {
        private static final LaneAudit AUDIT = new LaneAudit();
        final FaultyMemory memory = new FaultyMemory();
        final MemoryLane lane = memory.newLane(LANE_BYTES);
        final LaneFixture fixture = new LaneFixture(lane);
        final TakenLane taken = new TakenLane(lane, 0);
        final List<Long> written = new ArrayList<>();
        final List<Long> cutOff = new ArrayList<>();
        final Map<Long, Long> owners = new HashMap<>();
        final long before;
        private final boolean readBetween;

        Run(final Situation situation, final boolean readBetween) {
            this.readBetween = readBetween;
            situation.prepare(fixture);
            before = lane.ledger().attemptsAcquire();
        }

        /** Gives whether it was cut off. */
        boolean write(final long value, final int payloadLength, final boolean claimed) {
            owners.put(value, lane.ledger().ownerThreadId());
            try {
                if (claimed ? writeClaim(value) : fixture.write(value, payloadLength)) {
                    written.add(value);
                }
            } catch (final Fault e) {
                cutOff.add(value);
            }
            final boolean thrown = memory.stop();
            if (thrown && readBetween) {
                taken.take(Integer.MAX_VALUE);
            }
            assertThat(AUDIT.read(lane.ledger(), lane, lane.geometry())).as("settled").isTrue();
            return thrown;
        }

        private boolean writeClaim(final long value) {
            final int index = fixture.writer.reserveAhead(PAYLOAD);
            fixture.writer.attempt();
            return fixture.complete(value, PAYLOAD, index);
        }

        void finish() {
            taken.takeAll();
            write(100, PAYLOAD, false);
            taken.takeAll();
            taken.assertBalanced();
            final List<Long> values = taken.events().stream().map(TakenEvent::value).filter(value -> value > 0)
                    .toList();
            assertThat(values).doesNotHaveDuplicates().containsAll(written).contains(100L).isSorted();
            final List<Long> unknown = new ArrayList<>(values);
            unknown.removeAll(written);
            assertThat(cutOff).as("written by a call that threw").containsAll(unknown);
            assertThat(lane.ledger().attemptsAcquire() - before).as("attempts")
                    .isBetween(3L - cutOff.size(), 3L);
            assertThat(taken.events()).filteredOn(event -> event.value() > 0)
                    .allMatch(event -> event.ownerThreadId() == owners.get(event.value()), "has its owner");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldHealAWriteThatIsCutOffAnywhere(final Situation situation) {
        cutOffTwice(situation, PAYLOAD, false, false);
    }

    @ParameterizedTest
    @EnumSource
    void shouldCountAWriteThatIsCutOffAfterItWasReadAsWritten(final Situation situation) {
        cutOffTwice(situation, PAYLOAD, false, true);
    }

    @ParameterizedTest
    @EnumSource
    void shouldHealALossThatIsCutOffAnywhere(final Situation situation) {
        cutOffTwice(situation, BLOCK_BYTES, false, false);
    }

    @ParameterizedTest
    @EnumSource
    void shouldHealAClaimThatIsCutOffAnywhere(final Situation situation) {
        cutOffTwice(situation, PAYLOAD, true, true);
    }

    @ParameterizedTest
    @EnumSource
    void shouldHealBeforeTheLaneGetsAnotherOwner(final Situation situation) {
        boolean more = true;
        for (int access = 1; more; access++) {
            more = false;
            for (final boolean behind : new boolean[]{false, true}) {
                for (final boolean readBetween : new boolean[]{false, true}) {
                    final Run run = new Run(situation, readBetween);
                    run.memory.throwAt(access, behind);
                    more |= run.write(1, PAYLOAD, false);
                    run.fixture.writer.handOver(THIRD_OWNER);
                    run.write(2, PAYLOAD, false);
                    run.finish();
                }
            }
        }
    }

    private static void cutOffTwice(final Situation situation, final int payloadLength, final boolean claimed,
            final boolean readBetween) {
        int runs = 0;
        for (int first = 1, left = 2; left > 0; first++) {
            left = 0;
            for (final boolean firstBehind : new boolean[]{false, true}) {
                boolean more = true;
                for (int second = 0; more; second++) {
                    more = false;
                    for (final boolean secondBehind : new boolean[]{false, true}) {
                        final Run run = new Run(situation, readBetween);
                        run.memory.throwAt(first, firstBehind);
                        left += run.write(1, payloadLength, claimed) ? 1 : 0;
                        if (claimed) {
                            // As the thread closes what is left of the claim.
                            run.fixture.writer.abandonReservation();
                        }
                        run.memory.throwAt(second, secondBehind);
                        more |= run.write(2, PAYLOAD, false) || second == 0;
                        run.finish();
                        runs++;
                    }
                }
            }
        }
        assertThat(runs).isGreaterThan(100);
    }
}
