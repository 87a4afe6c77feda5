/**
 * The truth of a trace directory: one small text file for every session, every enablement and every fold, replaced by
 * rename, so that a reader sees an old row or a new one.
 * <p>
 * Rows are immutable values. {@link io.ringside.transport.rows.RowStore} reads them at any time from any thread; who
 * writes or removes rows of sessions and enablements holds the control lock, who writes a fold holds the session's
 * drain lock. Files that are no rows, or damaged ones, are reported and left alone.
 */
@NullMarked
package io.ringside.transport.rows;

import org.jspecify.annotations.NullMarked;
