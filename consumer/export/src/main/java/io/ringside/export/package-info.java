/**
 * Export of events to the formats of other programs.
 * <p>
 * An {@link io.ringside.export.EventExporter} writes events and losses to a file, a folder or a stream, in one of the
 * {@linkplain io.ringside.export.ExportFormat formats}. Losses are written at their place in the order of events, in
 * each format's own way.
 */
@NullMarked
package io.ringside.export;

import org.jspecify.annotations.NullMarked;
