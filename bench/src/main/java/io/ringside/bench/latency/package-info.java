/**
 * Latency of an event from a thread of one process to the reader in another, at fixed rates and as fast as possible,
 * ours and baselines in turn. {@link io.ringside.bench.latency.LatencyMain} is the entry; writer and reader have a JVM
 * of their own for each round. Each event carries the time at which it was to be sent, so that a late one counts as
 * late (coordinated omission).
 */
@NullMarked
package io.ringside.bench.latency;

import org.jspecify.annotations.NullMarked;
