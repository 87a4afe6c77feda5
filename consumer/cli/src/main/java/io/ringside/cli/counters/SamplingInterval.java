package io.ringside.cli.counters;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.time.Duration;

/** How often counters may be read, and how many times. Stateless. */
final class SamplingInterval {
    private static final Duration MIN = Duration.ofMillis(10);

    private SamplingInterval() {}

    static void check(final Duration interval, final long samples, final long minSamples) {
        if (samples < minSamples) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "option is out of range: option=--samples, value="
                    + samples + ", min=" + minSamples + ": see ringside counters --help");
        }
        if (interval.compareTo(MIN) < 0) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "option is out of range: option=--interval, valueMs="
                            + interval.toMillis() + ", minMs=" + MIN.toMillis() + ": see ringside counters --help");
        }
    }
}
