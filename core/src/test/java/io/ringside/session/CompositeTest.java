package io.ringside.session;

import io.ringside.SeededRandom;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.session.ProviderEnablements;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CompositeTest {
    private static final int ROUNDS = 20_000;
    private static final long[] MASKS = {0, 0x1, 0x2, 0x3, 0x4, 0x6, 0x7, 0x8000_0000_0000_0000L, -1L};

    @Test
    @DisplayName("R3.7 the level is the highest of all sessions, in whatever order they came")
    void shouldTakeTheHighestLevel() {
        final Enablement warnings = Enablement.of(3, 0x1, 0);
        final Enablement critical = Enablement.of(1, 0x1, 0);

        assertThat(Composite.of(List.of(warnings)).level()).isEqualTo(3);
        assertThat(Composite.of(List.of(warnings, critical)).level()).isEqualTo(3);
        assertThat(Composite.of(List.of(critical)).level()).isEqualTo(1);
        assertThat(Composite.of(List.of(critical, warnings)).level()).isEqualTo(3);
    }

    @Test
    void shouldUniteWithAnotherComposite() {
        final Enablement warnings = Enablement.of(3, 0x1, 0x3);
        final Enablement critical = Enablement.of(1, 0x4, 0x6);
        final Composite one = Composite.of(List.of(warnings));
        final Composite other = Composite.of(List.of(critical));

        assertThat(one.or(other)).isEqualTo(Composite.of(List.of(warnings, critical)));
        assertThat(one.or(Composite.DISABLED)).isEqualTo(one);
        assertThat(Composite.DISABLED.or(one)).isEqualTo(one);
        assertThat(Composite.DISABLED.or(Composite.DISABLED)).isEqualTo(Composite.DISABLED);
    }

    @Test
    @DisplayName("R3.8 match-any is the union, computed anew when a session leaves")
    void shouldUniteMatchAny() {
        final ProviderEnablements both = ProviderEnablements.NONE.with(0, Enablement.of(5, 0x1, 0)).with(1,
                Enablement.of(5, 0x6, 0));

        assertThat(both.composite().matchAny()).isEqualTo(0x7);
        assertThat(both.without(0).composite().matchAny()).isEqualTo(0x6);
    }

    @Test
    @DisplayName("R3.9 match-all is the intersection")
    void shouldIntersectMatchAll() {
        final ProviderEnablements first = ProviderEnablements.NONE.with(0, Enablement.of(5, 0xF, 0x3));
        final ProviderEnablements both = first.with(1, Enablement.of(5, 0xF, 0x6));

        assertThat(first.composite().matchAll()).isEqualTo(0x3);
        assertThat(both.composite().matchAll()).isEqualTo(0x2);
        assertThat(both.with(2, Enablement.of(5, 0xF, 0)).composite().matchAll()).isZero();
        assertThat(both.without(1).composite().matchAll()).isEqualTo(0x3);
    }

    @Test
    @DisplayName("R3.10 a composite that is not enabled accepts nothing")
    void shouldAcceptNothingWhenDisabled() {
        assertThat(Composite.of(List.of())).isEqualTo(Composite.DISABLED);
        assertThat(Composite.DISABLED.accepts(0, 0)).isFalse();
        assertThat(Composite.DISABLED)
                .isEqualTo(new Composite(false, 0, 0, 0))
                .hasToString("Composite{enabled=false, level=0, matchAny=0x0, matchAll=0x0}");
        assertThat(new Composite(false, 255, -1, 0).accepts(1, 1)).isFalse();
    }

    @Test
    @DisplayName("R3.11 the composite may accept what no session wants")
    void shouldBePermissive() {
        final EventDescriptor event = EventDescriptor.of(1, 5, 0x2);
        final ProviderEnablements enablements = ProviderEnablements.NONE.with(0, Enablement.of(5, 0x1, 0)).with(1,
                Enablement.of(2, 0x2, 0));

        assertThat(enablements.composite().accepts(event)).isTrue();
        assertThat(enablements.eventMask(event, "e")).isZero();
    }

    @Test
    @DisplayName("R3.11 R3.12 the composite never rejects what a session wants, masks agree with sessions one by one")
    void shouldNeverRejectWhatASessionWants() {
        final Random random = SeededRandom.create(getClass());
        int wanted = 0;
        int unwanted = 0;
        for (int round = 0; round < ROUNDS; round++) {
            final List<Enablement> sessions = new ArrayList<>();
            ProviderEnablements enablements = ProviderEnablements.NONE;
            for (int slot = random.nextInt(5); slot >= 0; slot--) {
                final Enablement enablement = enablement(random);
                sessions.add(enablement);
                enablements = enablements.with(slot * 15, enablement);
            }
            final EventDescriptor event = EventDescriptor.of(1, level(random), mask(random));
            final long mask = enablements.eventMask(event, "e");
            if (mask != 0) {
                wanted++;
                assertThat(enablements.composite().accepts(event))
                        .as("event=%s sessions=%s", event, sessions)
                        .isTrue();
            } else {
                unwanted++;
            }
            assertThat(Long.bitCount(mask))
                    .isEqualTo((int) sessions.stream().filter(s -> s.accepts(event, "e")).count());
            assertThat(mask & ~enablements.slots()).isZero();
        }
        assertThat(wanted).isGreaterThan(ROUNDS / 10);
        assertThat(unwanted).isGreaterThan(ROUNDS / 10);
    }

    @Test
    @DisplayName("R2.20 partly: \"what two real providers record\"; asking the composite first changes nothing")
    void shouldGiveTheSameEventsWithAndWithoutAskingFirst() {
        final Random random = SeededRandom.create(getClass());
        final ProviderEnablements enablements = ProviderEnablements.NONE
                .with(0, enablement(random))
                .with(1, enablement(random))
                .with(63, enablement(random));
        final Composite composite = enablements.composite();
        for (int level = 0; level <= 255; level++) {
            for (final long keyword : MASKS) {
                final EventDescriptor event = EventDescriptor.of(1, level, keyword);
                final long withoutAsking = enablements.eventMask(event, "e");
                final long withAsking = composite.accepts(event) ? withoutAsking : 0;
                assertThat(withAsking).as("event=%s of %s", event, enablements).isEqualTo(withoutAsking);
            }
        }
    }

    private static Enablement enablement(final Random random) {
        final int properties = random.nextInt(4) == 0 ? EnableProperty.IGNORE_KEYWORD_ZERO : EnableProperty.NONE;
        return Enablement.of(level(random), mask(random), mask(random), properties);
    }

    private static int level(final Random random) {
        return random.nextInt(10) == 0 ? random.nextInt(256) : random.nextInt(6);
    }

    private static long mask(final Random random) {
        return random.nextInt(10) == 0 ? random.nextLong() : MASKS[random.nextInt(MASKS.length)];
    }
}
