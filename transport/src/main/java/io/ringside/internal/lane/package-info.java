/**
 * Lanes and their ledgers: the rings that one thread writes and one drain reads, and the counters that account for
 * every attempt.
 * <p>
 * A {@link io.ringside.internal.lane.LaneWriter} writes frames into blocks and counts attempts and outcomes in its
 * {@link io.ringside.internal.lane.LaneLedger}; a {@link io.ringside.internal.lane.LaneReader} checks and walks what
 * was published, and commits a {@link io.ringside.internal.lane.Checkpoint} before anything is delivered. Each object
 * belongs to one thread. Layouts: {@code transport/docs/layout-ring.md} and {@code layout-ledger.md}.
 */
@NullMarked
package io.ringside.internal.lane;

import org.jspecify.annotations.NullMarked;
