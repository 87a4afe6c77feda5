package io.ringside.timeline;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class OpenKeysTest {
    /** What takes some memory. */
    private record Part(String name, int units) implements OpenKeys.Held {}

    @Test
    void shouldGiveUpTheOldestWhenThereAreTooManyKeys() {
        final OpenKeys<Part> open = new OpenKeys<>(2, 100);
        open.put(1L, new Part("first", 1));
        open.put(2L, new Part("second", 1));
        assertThat(open.removeSurplus(1)).isNull();
        open.put(3L, new Part("third", 1));

        assertThat(open.removeSurplus(1)).extracting(Part::name).isEqualTo("first");
        assertThat(open.removeSurplus(1)).isNull();
        assertThat(open.values()).extracting(Part::name).containsExactly("second", "third");
    }

    @Test
    void shouldGiveUpTheOldestWhenAPartOfMemoryIsUsed() {
        final OpenKeys<Part> open = new OpenKeys<>(100, 20);
        open.put(1L, new Part("first", 4));
        open.put(2L, new Part("second", 6));
        assertThat(open.removeSurplus(2)).isNull();
        open.grow();
        assertThat(open.removeSurplus(1)).isNull();

        assertThat(open.removeSurplus(2)).extracting(Part::name).isEqualTo("first");
        assertThat(open.removeSurplus(2)).isNull();
    }

    @Test
    void shouldCountLongTextsThatAreKeys() {
        final OpenKeys<Part> open = new OpenKeys<>(100, 20);
        open.put("x".repeat(5_000), new Part("long", 1));
        assertThat(open.removeSurplus(1)).extracting(Part::name).isEqualTo("long");

        open.put("x".repeat(100), new Part("short", 20));
        assertThat(open.removeSurplus(1)).isNull();
        assertThat(open.remove("x".repeat(100))).isNotNull();
        open.put(1L, new Part("next", 20));
        assertThat(open.removeSurplus(1)).as("what was removed takes nothing").isNull();
    }
}
