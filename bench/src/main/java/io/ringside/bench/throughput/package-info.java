/**
 * Throughput from the threads of one process to the one reader in another, and the cost of an event beside other
 * threads; ours and baselines in turn, each field of each event checked.
 * {@link io.ringside.bench.throughput.ThroughputMain} is the entry; writers and reader have a JVM of their own each.
 */
@NullMarked
package io.ringside.bench.throughput;

import org.jspecify.annotations.NullMarked;
