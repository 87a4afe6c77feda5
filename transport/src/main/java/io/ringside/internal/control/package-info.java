/**
 * The steps of a controller's operations, over the rows of a trace directory.
 * <p>
 * {@link io.ringside.internal.control.DirectoryController} is the entry point. An operation changes rows under the
 * control lock (a {@link io.ringside.internal.registry.ControlChange}) and then waits for acknowledgements without it.
 * The facts about lanes for the end of a session and for queries come from {@link
 * io.ringside.internal.drain.SessionLedgers}.
 */
@NullMarked
package io.ringside.internal.control;

import org.jspecify.annotations.NullMarked;
