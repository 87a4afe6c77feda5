/**
 * Lanes and their ledgers: per-thread ring buffers, each written by one thread and read by one drain, and the counters
 * that account for every attempt.
 * <p>
 * A {@link io.ringside.internal.lane.LaneWriter} writes frames into blocks, the parts of a ring, and counts attempts
 * and outcomes in its {@link io.ringside.internal.lane.LaneLedger}; a {@link io.ringside.internal.lane.LaneReader}
 * checks and walks published frames, and commits a {@link io.ringside.internal.lane.Checkpoint} before anything is
 * delivered. Each object belongs to one thread. Layouts: {@code transport/docs/layout-ring.md} and {@code
 * layout-ledger.md}.
 */
@NullMarked
package io.ringside.internal.lane;

import org.jspecify.annotations.NullMarked;
