/**
 * The write path: how an event gets from a handle into the lanes of the sessions that want it.
 * <p>
 * A {@link io.ringside.internal.write.DeclaredEvent} knows who wants it, a
 * {@link io.ringside.internal.write.WritingThread} owns the lanes of one platform thread, which the virtual threads
 * that it carries use as well, and {@link io.ringside.internal.write.SessionLanes} is the pool from which a thread's
 * first event in a session takes its lane. Everything slow happens on the control thread, which hands its results over
 * through the sessions that want an event, which {@link io.ringside.internal.write.ProviderState} holds, and the table
 * of {@link io.ringside.internal.write.WriterThreads}.
 * <p>
 * A plain record, of a buffer into one lane, takes the shortest way. What has options, filters or items goes through a
 * draft, which gathers what each session's record is to have. A stack is the one item that allocates.
 */
@NullMarked
package io.ringside.internal.write;

import org.jspecify.annotations.NullMarked;
