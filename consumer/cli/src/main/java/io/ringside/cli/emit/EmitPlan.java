package io.ringside.cli.emit;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;

/**
 * What is to be emitted. Immutable.
 *
 * @param events       of each thread
 * @param threads      that write
 * @param payloadBytes of each event
 * @param rate         events per second of the whole process, 0 for as fast as it goes
 */
record EmitPlan(long events, int threads, int payloadBytes, long rate) {
    private static final int MAX_THREADS = 4096;
    private static final int MAX_PAYLOAD_BYTES = 1 << 20;

    EmitPlan {
        check("events", events, 0, Long.MAX_VALUE / MAX_THREADS);
        check("threads", threads, 1, MAX_THREADS);
        check("payload", payloadBytes, NumberedProvider.MIN_PAYLOAD_BYTES, MAX_PAYLOAD_BYTES);
        check("rate", rate, 0, Long.MAX_VALUE);
    }

    /** Calls that the whole process is to make. */
    long total() {
        return events * threads;
    }

    private static void check(final String option, final long value, final long min, final long max) {
        if (value < min || value > max) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "option is out of range: option=--" + option
                    + ", value=" + value + ", min=" + min + ", max=" + max + ": see ringside emit --help");
        }
    }
}
