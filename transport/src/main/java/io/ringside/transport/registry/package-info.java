/**
 * What changes in a trace directory under the control lock, and how a change that its maker did not survive is mended.
 * <p>
 * A {@link io.ringside.transport.registry.ControlChange} is a change in progress: it holds the lock, names in the
 * control page what is about to differ, changes rows, and derives the flag words from them. Whoever takes the lock
 * next finishes what is still named. {@link io.ringside.transport.registry.Registry} brings it together for agents and
 * controllers. A change belongs to one thread; everything else here is thread-safe.
 */
@NullMarked
package io.ringside.transport.registry;

import org.jspecify.annotations.NullMarked;
