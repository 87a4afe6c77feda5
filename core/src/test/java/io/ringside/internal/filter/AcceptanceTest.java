package io.ringside.internal.filter;

import io.ringside.AllocatedBytes;
import io.ringside.event.Keyword;
import io.ringside.session.Composite;
import io.ringside.session.Enablement;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class AcceptanceTest {
    /** Level, keyword, enabled level, match-any, match-all, and what is expected of them. */
    @ParameterizedTest
    @CsvSource({
        // Keyword 0 passes whatever the masks are.
        "3, 0, 3, 0, 0, true",
        "3, 0, 3, 1, 0, true",
        "3, 0, 3, 1, 3, true",
        "4, 0, 3, 1, 0, false",
        // Match-any needs one bit, and 0 as it stands here matches none.
        "3, 1, 3, 0, 0, false",
        "3, 1, 3, 1, 0, true",
        "3, 1, 3, 3, 0, true",
        "3, 1, 3, 2, 0, false",
        "3, 6, 3, 3, 0, true",
        "3, 8, 3, 7, 0, false",
        // Match-all needs all of its bits, besides.
        "3, 1, 3, 1, 1, true",
        "3, 3, 3, 1, 3, true",
        "3, 1, 3, 1, 3, false",
        "3, 2, 3, 1, 2, false",
        "3, 7, 3, 1, 6, true",
        "3, 5, 3, 1, 6, false",
        // The level is at most the enabled one.
        "0, 1, 0, 1, 0, true",
        "1, 1, 0, 1, 0, false",
        "2, 1, 3, 1, 0, true",
        "255, 1, 255, 1, 0, true",
        "255, 1, 254, 1, 0, false",
        // All 64 bits are alike.
        "3, -9223372036854775808, 3, -9223372036854775808, -9223372036854775808, true",
        "3, -1, 3, -1, -1, true",
        "3, 9223372036854775807, 3, -1, -1, false",
    })
    @DisplayName("R3.10 chosen cases")
    void shouldAccept(
            final int eventLevel,
            final long keyword,
            final int level,
            final long matchAny,
            final long matchAll,
            final boolean accepted) {
        assertThat(Acceptance.accepts(eventLevel, keyword, level, matchAny, matchAll)).isEqualTo(accepted);
    }

    @Test
    @DisplayName("R3.10 the whole truth table of two levels and three keyword bits")
    void shouldFollowTheTruthTable() {
        int combinations = 0;
        for (int eventLevel = 2; eventLevel <= 4; eventLevel++) {
            for (int keyword = 0; keyword < 8; keyword++) {
                for (int any = 0; any < 8; any++) {
                    for (int all = 0; all < 8; all++) {
                        assertThat(Acceptance.accepts(eventLevel, keyword, 3, any, all))
                                .as("level=%d keyword=%d any=%d all=%d", eventLevel, keyword, any, all)
                                .isEqualTo(eventLevel <= 3 && keywordPasses(keyword, any, all));
                        combinations++;
                    }
                }
            }
        }
        assertThat(combinations).isEqualTo(3 * 512);
    }

    /** The rule once more, bit by bit. */
    private static boolean keywordPasses(final int keyword, final int any, final int all) {
        boolean oneOfAny = false;
        boolean everyOfAll = true;
        for (int bit = 0; bit < 3; bit++) {
            final boolean set = (keyword >> bit) % 2 == 1;
            oneOfAny |= set && (any >> bit) % 2 == 1;
            everyOfAll &= set || (all >> bit) % 2 == 0;
        }
        return keyword == 0 || (oneOfAny && everyOfAll);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 15, 16, 17, 128, 254, 255})
    @DisplayName("R1.5 exactly the levels up to the enabled one pass, 0 always")
    void shouldPassLevelsUpToTheEnabledOne(final int level) {
        for (int eventLevel = 0; eventLevel <= 255; eventLevel++) {
            assertThat(Acceptance.accepts(eventLevel, 0x1, level, Keyword.ALL, Keyword.NONE))
                    .as("event level %d", eventLevel)
                    .isEqualTo(eventLevel == 0 || eventLevel <= level);
        }
    }

    @Test
    @DisplayName("R3.28 the comparison is not reversed: enabled level 2 takes levels 1 and 2, and not 4")
    void shouldNotReverseTheComparison() {
        final Enablement enablement = Enablement.of(2, Keyword.ALL, Keyword.NONE);

        assertThat(enablement.accepts(1, 0x1)).isTrue();
        assertThat(enablement.accepts(2, 0x1)).isTrue();
        assertThat(enablement.accepts(4, 0x1)).isFalse();
    }

    @Test
    void shouldNotAllocate() {
        final Enablement enablement = Enablement.of(3, 0x5, 0x4);
        final Composite composite = new Composite(true, 3, 0x5, 0x4);

        assertThat(AllocatedBytes.by(10_000, () -> {
            if (enablement.accepts(2, 0x4) != composite.accepts(2, 0x4)) {
                throw new AssertionError();
            }
        }))
                .isZero();
    }
}
