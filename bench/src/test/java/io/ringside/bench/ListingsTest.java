package io.ringside.bench;

import io.ringside.sample.Listings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** That the listings beside the sources are those of the classes, so that nobody loses the compiler's option. */
@Tag("proof")
class ListingsTest {
    @Test
    void shouldKeepTheListingOfEachProvider() {
        assertThat(Listings.compiled()).isNotEmpty().isEqualTo(Listings.committed());
    }
}
