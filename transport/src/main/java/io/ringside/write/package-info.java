/**
 * Writing events: the API that the hot threads of a provider call.
 * <p>
 * A {@link io.ringside.write.ProviderEvent} is the handle of one declared event, has all methods to write it, and may
 * be used by any thread. An {@link io.ringside.write.EventClaim} lets an encoder write in place. Every write returns a
 * {@link io.ringside.write.WriteResult}, a {@code long}, and none throws by itself.
 *
 * <pre>{@code
 * ProviderEvent filled = registration.event("Filled");
 * if (filled.isEnabled()) {
 *     filled.write(buffer, 0, 32);
 * }
 * }</pre>
 *
 * Once a thread has its lanes, a write does not allocate, lock, block or call the system. The exceptions are a session
 * that requests stacks, which are allocated, and one whose writers wait for room. An exception of a caller's buffer, or
 * a stack overflow, is passed on; the accounting stays exact wherever it happens.
 * <p>
 * No other package can extend the abstract types of this one: each has exactly one implementation, which the compiler
 * of the JVM binds and inlines as if the type were final.
 * <p>
 * A parameter that may be null has the annotation {@code @Nullable}. On the write path nothing is boxed: no activity is
 * an id of zeros, and an outcome is a constant such as {@link io.ringside.write.WriteResult#NOT_WANTED}.
 */
@NullMarked
package io.ringside.write;

import org.jspecify.annotations.NullMarked;
