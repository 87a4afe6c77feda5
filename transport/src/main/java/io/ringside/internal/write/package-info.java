/**
 * The write path: from the handle of an event into the lanes of the sessions that want it.
 * <p>
 * A {@link io.ringside.internal.write.DeclaredEvent} has the sessions that want the event, a {@link
 * io.ringside.internal.write.WritingThread} owns the lanes of one platform thread, which the virtual threads that it
 * carries use as well, and {@link io.ringside.internal.write.SessionLanes} is the pool from which a thread's first
 * event in a session takes its lane. Everything slow happens on the control thread, which hands its results over
 * through the sessions that want an event, which {@link io.ringside.internal.write.ProviderState} holds, and the table
 * of {@link io.ringside.internal.write.WriterThreads}.
 * <p>
 * A plain record, of a buffer into one lane, takes the short way. An event with options, filters or items goes through
 * a draft, which collects the contents of each session's record. A stack is the only item that allocates.
 */
@NullMarked
package io.ringside.internal.write;

import org.jspecify.annotations.NullMarked;
