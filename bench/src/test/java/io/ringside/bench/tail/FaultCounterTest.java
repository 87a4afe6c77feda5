package io.ringside.bench.tail;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

@Tag("proof")
class FaultCounterTest {
    private static final int MANY_PAGES_BYTES = 64 << 20;

    @Test
    void shouldCountWhenPagesAreTouchedForTheFirstTime() throws IOException {
        assumeThat(FaultCounter.isAvailable()).isTrue();
        try (FaultCounter counter = new FaultCounter()) {
            final long before = counter.read();
            final ByteBuffer fresh = ByteBuffer.allocateDirect(MANY_PAGES_BYTES);

            assertThat(counter.read()).isGreaterThan(before);
            assertThat(fresh.get(0)).isZero();
        }
    }
}
