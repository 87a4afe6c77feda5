/**
 * Serves what a trace directory has over HTTP: metrics in the formats of Prometheus and OpenMetrics, a live page, and
 * what an application adds. A {@link io.ringside.serve.TraceServer} is set up by a
 * {@link io.ringside.serve.ServeContext}. The only package that sees Prometheus's library.
 */
@NullMarked
package io.ringside.serve;

import org.jspecify.annotations.NullMarked;
