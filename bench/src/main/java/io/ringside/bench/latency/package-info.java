/**
 * Latency of an event from a thread of one process to the reader in another, at fixed rates and as fast as possible,
 * for ours and the baselines in turn. {@link io.ringside.bench.latency.LatencyMain} is the entry; writer and reader
 * have a JVM of their own for each round. Each event contains its scheduled time, so that a delay of the writer counts
 * too (coordinated omission).
 */
@NullMarked
package io.ringside.bench.latency;

import org.jspecify.annotations.NullMarked;
