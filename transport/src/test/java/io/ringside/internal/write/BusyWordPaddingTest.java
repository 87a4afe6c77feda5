package io.ringside.internal.write;

import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Where the JVM puts the busy word among the fields of a writing thread. */
class BusyWordPaddingTest {
    private static final int CACHE_LINE_BYTES = 64;

    @Test
    void shouldKeepTheBusyWordOffTheLinesOfWhatLiesBeforeItsWriter() {
        final long padding = UnsafeApi.objectFieldOffset(BusyWordPadding.class, "p000");
        assertThat(UnsafeApi.objectFieldOffset(ThreadLanes.class, "busy"))
                .isGreaterThanOrEqualTo(padding + 2 * CACHE_LINE_BYTES);
        // Where it lies beside the header, so that no field fits in between.
        assertThat(padding).isLessThanOrEqualTo(2L * Long.BYTES);
    }
}
