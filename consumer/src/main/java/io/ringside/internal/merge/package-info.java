/**
 * Bringing the events of many lanes into the order of their times.
 * <p>
 * {@link io.ringside.internal.merge.TimeOrder} is the core: it knows lanes by their heads only
 * ({@link io.ringside.internal.merge.OrderedLane}) and goes as far as a watermark that it is given.
 * {@link io.ringside.internal.merge.Watermark} computes one from lanes that are being written, and
 * {@link io.ringside.internal.merge.LateEvents} says which events came out after a younger one.
 * {@link io.ringside.internal.merge.SessionMerge} puts them over a session's drain, and
 * {@link io.ringside.internal.merge.TimeOrder} is what several sources share. How it works, and what it costs:
 * {@code docs/merging.md} of this module. Nothing here is thread-safe: all of it belongs to the consumer's thread.
 */
@NullMarked
package io.ringside.internal.merge;

import org.jspecify.annotations.NullMarked;
