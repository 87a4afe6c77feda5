/**
 * Cost of events that sessions want: through the runtime ({@link io.ringside.bench.enabled.EnabledWriteBenchmark}) and
 * in a lane alone ({@link io.ringside.bench.enabled.LaneWriteBenchmark}), compared with baselines that write the same
 * bytes and read the same clock. {@code Batch} describes how rings are kept from being full. JMH runs a single thread,
 * which also drains, outside the measured time.
 */
@NullMarked
package io.ringside.bench.enabled;

import org.jspecify.annotations.NullMarked;
