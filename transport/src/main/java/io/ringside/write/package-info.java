/**
 * Writing events: the part of a provider that its hot threads run.
 * <p>
 * A {@link io.ringside.write.ProviderEvent} is a handle to one declared event; a
 * {@link io.ringside.write.ThreadWriter} belongs to one platform thread and owns that thread's lanes, which
 * the virtual threads that it carries use as well;
 * {@link io.ringside.write.SessionLanes} is the pool from which a thread's first event in a session takes its
 * lane. Nothing here throws, allocates, locks, blocks or calls the system once a thread has its writer and its lanes;
 * what a caller's buffer or a full stack throws passes through, and the books stay right wherever it happens.
 * Everything slow happens on the control thread, which hands its results over through the interest in events that
 * {@link io.ringside.write.ProviderState} holds, and the table of
 * {@link io.ringside.write.WriterThreads}.
 * <p>
 * A plain record, of a buffer into one lane, takes the shortest way. What has options, filters or items goes through a
 * draft, which gathers what each session's record is to have. A stack is the one item that allocates.
 */
@NullMarked
package io.ringside.write;

import org.jspecify.annotations.NullMarked;
