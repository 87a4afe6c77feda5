/**
 * Throughput from the threads of one process to the single reader in another, and the cost of an event while other
 * threads write, for ours and the baselines in turn. Each field of each event is checked. {@link
 * io.ringside.bench.throughput.ThroughputMain} is the entry; writers and reader have a JVM of their own each.
 */
@NullMarked
package io.ringside.bench.throughput;

import org.jspecify.annotations.NullMarked;
