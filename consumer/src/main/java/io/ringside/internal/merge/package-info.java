/**
 * Merges the events of many lanes in the order of their times.
 * <p>
 * {@link io.ringside.internal.merge.TimeOrder} is the core, which several sources can share: it sees only the heads of
 * lanes ({@link io.ringside.internal.merge.OrderedLane}) and delivers up to a given watermark. {@link
 * io.ringside.internal.merge.Watermark} computes a watermark from lanes that are being written, and {@link
 * io.ringside.internal.merge.LateEvents} counts events delivered after a younger one. {@link
 * io.ringside.internal.merge.SessionMerge} connects them to a session's drain. For design and cost see {@code
 * docs/merging.md} of this module. Nothing here is thread-safe: all of it belongs to the consumer's thread.
 */
@NullMarked
package io.ringside.internal.merge;

import org.jspecify.annotations.NullMarked;
