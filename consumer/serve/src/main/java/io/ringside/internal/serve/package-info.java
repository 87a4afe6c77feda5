/**
 * Serves what a trace directory has over HTTP: metrics in the formats of Prometheus and OpenMetrics, and pages that the
 * command line adds. The only package that sees Prometheus's library.
 */
@NullMarked
package io.ringside.internal.serve;

import org.jspecify.annotations.NullMarked;
