package io.ringside.internal.write;

import io.ringside.event.DataDescriptors;
import io.ringside.filter.EnablementFilters;
import io.ringside.filter.EventIdFilter;
import io.ringside.filter.StackFilter;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.internal.lane.TakenEvent;
import io.ringside.internal.layout.ExtendedItemDescriptor;
import io.ringside.session.EnableProperty;
import io.ringside.session.Enablement;
import io.ringside.write.EventClaim;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Items that each session has by its properties, and no other. */
class ItemsPerSessionTest {
    private static final int KEYS = EnableProperty.EVENT_KEY | EnableProperty.PROCESS_START_KEY;

    private final WriteFixture fixture = fixture(LaneGeometry.MIN_LANE_BYTES * 16);
    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[]{1, 2, 3, 4, 5, 6, 7, 8});

    @ParameterizedTest
    @CsvSource({"4, 6", "128, 4", "256, 3"})
    @DisplayName("R4.38 the session with a property has its item, the other has not")
    void shouldGiveAnItemToTheSessionThatAskedForIt(final int property, final int type) {
        fixture.enable(0, Enablement.of(5, 0, 0, property));
        writeAllWays();
        assertThat(fixture.session(0).takeAll()).hasSize(4)
                .allSatisfy(event -> assertThat(event.itemTypes()).containsExactly(type));
        assertThat(fixture.session(1).takeAll()).hasSize(4)
                .allSatisfy(event -> assertThat(event.itemTypes()).isEmpty());
        for (int slot = 0; slot < 2; slot++) {
            assertThat(fixture.session(slot).takeAll()).extracting(TakenEvent::payload)
                    .containsOnly(bytes.byteArray());
            fixture.session(slot).assertBalanced();
        }
    }

    @Test
    @DisplayName("R4.38 an event key is unique, and the same in all sessions that want it")
    void shouldGiveEveryEventAKeyOfItsOwn() {
        fixture.enable(0, Enablement.of(5, 0, 0, EnableProperty.EVENT_KEY));
        fixture.enable(1, Enablement.of(5, 0, 0, KEYS));
        for (int i = 0; i < 100; i++) {
            writeAllWays();
        }
        final List<Long> keys = keys(0);
        assertThat(keys).hasSize(400).isEqualTo(keys(1)).doesNotContainNull().doesNotHaveDuplicates();
        assertThat(new HashSet<>(keys(fixture.session(1), ExtendedItemDescriptor.TYPE_PROCESS_START_KEY)))
                .containsExactly(WriteFixture.PROCESS_KEY);
    }

    @Test
    @DisplayName("R4.42 stack filter in {2}: events 2 and 3 are recorded, only 2 has a stack")
    void shouldGiveStacksToChosenEventsOnly() {
        fixture.enable(0, Enablement.of(5, 0, 0, EnableProperty.STACK_TRACE,
                EnablementFilters.builder().stacks(StackFilter.of(EventIdFilter.in(Set.of(2)))).build()));
        fixture.event(1).write();
        fixture.event(2).write();
        final List<TakenEvent> events = fixture.session(0).takeAll();
        assertThat(events).hasSize(2);
        assertThat(events.get(0).stack()).isNotEmpty();
        assertThat(events.get(1).itemTypes()).isEmpty();
    }

    @Test
    @DisplayName("R1.16 a recursion 500 deep has the 192 innermost frames, the innermost first")
    void shouldRecordTheInnermostFrames() {
        fixture.enable(0, Enablement.of(5, 0, 0, EnableProperty.STACK_TRACE));
        descend(500);
        final List<String> stack = fixture.session(0).takeAll().get(0).stack();
        assertThat(stack).hasSize(192).allMatch(frame -> frame.matches(
                Pattern.quote(ItemsPerSessionTest.class.getName()) + "\\.descend"
                        + "\\(ItemsPerSessionTest\\.java:\\d+\\)"));
    }

    @Test
    void shouldBeginAStackWithWhoeverCalledTheWrite() {
        fixture.enable(0, Enablement.of(5, 0, 0, EnableProperty.STACK_TRACE));
        writeAllWays();
        fixture.provider().writeString(1, 0, "a");
        assertThat(fixture.session(0).takeAll()).hasSize(5)
                .allSatisfy(event -> assertThat(event.stack().get(0)).startsWith(getClass().getName() + "."));
    }

    @Test
    @DisplayName("R1.16 R1.20 the stack counts toward the size of an event")
    void shouldLoseAnEventThatIsTooLargeWithItsStack() {
        final WriteFixture small = fixture(LaneGeometry.MIN_LANE_BYTES);
        small.enable(0, Enablement.of(5, 0, 0, EnableProperty.STACK_TRACE));
        final int most = small.session(0).lanes().get(0).writer().maxPayloadBytes();
        final UnsafeBuffer large = new UnsafeBuffer(new byte[most]);
        final long result = small.event().write(large, 0, most);
        assertThat(result).isEqualTo(ResultBits.TOO_LARGE + ResultBits.WRITTEN);
        small.event().write(bytes, 0, 8);
        small.session(0).assertBalanced();
        small.session(1).assertBalanced();
        assertThat(small.session(1).takeAll()).hasSize(2);
    }

    private void descend(final int depth) {
        if (depth == 0) {
            fixture.event().write(bytes, 0, 8);
        } else {
            descend(depth - 1);
        }
    }

    private void writeAllWays() {
        fixture.event().write(bytes, 0, 8);
        fixture.event().write(new DataDescriptors().add(bytes, 0, 3).add(bytes, 3, 5));
        fixture.event().write(bytes, 0, 8);
        final EventClaim claim = EventClaim.create();
        if (fixture.event().tryClaim(claim, 8)) {
            claim.buffer().putBytes(0, bytes, 0, 8);
            claim.commit();
        }
    }

    private List<Long> keys(final int slot) {
        return keys(fixture.session(slot), ExtendedItemDescriptor.TYPE_EVENT_KEY);
    }

    private static List<Long> keys(final MemorySession session, final int type) {
        return session.takeAll().stream().map(event -> event.itemValue(type)).toList();
    }

    private static WriteFixture fixture(final int laneBytes) {
        final WriteFixture fixture = new WriteFixture();
        fixture.start(0, 2, laneBytes);
        fixture.start(1, 2, laneBytes);
        fixture.want(0b11);
        return fixture;
    }
}
