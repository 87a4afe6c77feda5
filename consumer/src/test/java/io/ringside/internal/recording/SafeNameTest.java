package io.ringside.internal.recording;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SafeNameTest {
    @Test
    void shouldNameFilesSoThatTextsThatDifferHaveNamesThatDiffer() {
        final List<String> texts = List.of("trading", "a b", "a_b", "a/b", "a\\b", "ä", "ö", "", "_", "x".repeat(64),
                "x".repeat(65), "x".repeat(66), "../up", "a~b");
        final Set<String> names = new HashSet<>();
        for (final String text : texts) {
            final String name = RecordingOrigin.safeName(text);
            assertThat(name).matches("[A-Za-z0-9._~-]{1,100}");
            names.add(name);
        }
        assertThat(names).hasSize(texts.size()).contains("trading", "a_b");
    }
}
