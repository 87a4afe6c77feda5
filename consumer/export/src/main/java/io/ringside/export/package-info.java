/**
 * Events in the formats of other programs.
 * <p>
 * An {@link io.ringside.export.EventExporter} writes what it is handed to a file, a folder or a stream, in one of the
 * {@linkplain io.ringside.export.ExportFormat formats}. Losses are written where they belong, in each format's own way.
 */
@NullMarked
package io.ringside.export;

import org.jspecify.annotations.NullMarked;
