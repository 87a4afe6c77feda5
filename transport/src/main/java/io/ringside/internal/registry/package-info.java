/**
 * The contents of a trace directory: sessions and enablements (rows), schemas with their enable masks, and process
 * pages.
 * <p>
 * Rows and schemas are authoritative and are replaced by renaming; enable masks are derived from them, under the
 * control lock ({@link io.ringside.internal.registry.ControlChange}). Everything that is read here was written by other
 * processes and is checked before it is used. Objects belong to one thread unless their description says otherwise.
 */
@NullMarked
package io.ringside.internal.registry;

import org.jspecify.annotations.NullMarked;
