package io.ringside.counter;

import io.ringside.SeededRandom;
import io.ringside.internal.counterset.NamePattern;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class NamePatternTest {
    @ParameterizedTest
    @DisplayName("R7.10 stars, question marks")
    @CsvSource({
        "*, '', true", "*, a, true", "?, '', false", "?, a, true", "?, ab, false", "?, \uD83D\uDE00, true",
        "a*, ABC, true", "a*c, abcabc, true", "a*c, abcab, false", "*b*, abc, true", "A?C, abc, true",
        "a**, a, true", "abc, ab, false", "ab, abc, false", "'', '', true", "'', a, false", "\u00c4*, \u00e4b, true"
    })
    void shouldMatch(final String pattern, final String name, final boolean expected) {
        assertThat(new NamePattern(pattern).matches(name)).isEqualTo(expected);
    }

    @Test
    void shouldMatchAsARegularExpressionDoes() {
        final Random random = SeededRandom.create(NamePatternTest.class);
        for (int i = 0; i < 20_000; i++) {
            final String pattern = text(random, "ab*?");
            final String name = text(random, "abAB");
            final Pattern model = Pattern.compile(
                    pattern.replace("*", ".*").replace('?', '.'), Pattern.CASE_INSENSITIVE);
            assertThat(new NamePattern(pattern).matches(name)).as("%s: %s", pattern, name)
                    .isEqualTo(model.matcher(name).matches());
        }
    }

    private static String text(final Random random, final String characters) {
        final StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(8); i > 0; i--) {
            text.append(characters.charAt(random.nextInt(characters.length())));
        }
        return text.toString();
    }
}
