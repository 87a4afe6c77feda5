/**
 * One lane: a ring of blocks with one writing thread and one draining process.
 * <p>
 * {@link io.ringside.transport.lane.FrameDescriptor} and {@link io.ringside.transport.lane.BlockDescriptor} say how the
 * bytes lie, {@link io.ringside.transport.lane.LaneWriter} writes them, {@link io.ringside.transport.lane.LaneReader}
 * takes them out and {@link io.ringside.transport.lane.LaneAudit} counts what is inside without taking anything. A
 * frame exists from the moment when the ledger's tail passes it; nothing beyond tail has a meaning, so a writer may die
 * anywhere. The writer's class belongs to one thread at a time, the reader's to one process at a time.
 */
@NullMarked
package io.ringside.transport.lane;

import org.jspecify.annotations.NullMarked;
