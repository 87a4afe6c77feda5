/**
 * Process pages: who a process is, what it has registered, what it has acknowledged, and the losses that have no lane.
 * <p>
 * A page is written by its process ({@link io.ringside.transport.process.ProcessPage}), but for the reported counts of
 * losses, which are the drain's. Everybody else copies what is in it and checks the copy
 * ({@link io.ringside.transport.process.ProcessView}). {@link io.ringside.transport.process.ProcessPageDescriptor} says
 * where the words lie.
 */
@NullMarked
package io.ringside.transport.process;

import org.jspecify.annotations.NullMarked;
