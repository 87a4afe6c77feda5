/**
 * Micrometer meters for the ledgers of a trace directory.
 * <p>
 * Bind a {@link io.ringside.micrometer.RingsideMetrics} to the registry of any application, traced or not.
 */
@NullMarked
package io.ringside.micrometer;

import org.jspecify.annotations.NullMarked;
