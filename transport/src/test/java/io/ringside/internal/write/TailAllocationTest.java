package io.ringside.internal.write;

import com.sun.management.ThreadMXBean;
import io.ringside.internal.lane.LaneGeometry;
import io.ringside.write.ProviderEvent;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What a typed event that ends in a long array allocates for who writes it: nothing, after the first one. */
@Tag("jdk25")
class TailAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int LANE_BYTES = 16 * LaneGeometry.MIN_LANE_BYTES;
    /** No more than the lane has room for. */
    private static final int EVENTS = 1_000;
    /** What the JVM allocates for itself, now and then, is excluded by measuring again. */
    private static final int ATTEMPTS = 10;

    private final byte[] head = new byte[6];
    private final byte[] tail = new byte[700];

    @ParameterizedTest
    @EnumSource
    void shouldNotAllocateFromTheSecondEventOn(final TailWay way) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < ATTEMPTS && least > 0; i++) {
            // Another writer each time: only classes and code grow warm.
            final ProviderEvent event = way.fixture(LANE_BYTES).event();
            long results = way.write(event, head, tail);
            final long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int number = 1; number < EVENTS; number++) {
                results |= way.write(event, head, tail);
            }
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
            assertThat(results).isEqualTo(way.sessions() * ResultBits.WRITTEN);
        }
        assertThat(least).as("bytes allocated by %s events", EVENTS - 1).isZero();
    }
}
