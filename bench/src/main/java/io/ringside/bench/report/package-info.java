/**
 * From results to the page. Benches leave JMH's JSON, harnesses lines of {@link io.ringside.bench.report.Observation};
 * {@link io.ringside.bench.report.Results} reads both, {@link io.ringside.bench.report.Target} has what
 * {@code bench/targets.tsv} asks of them, and {@link io.ringside.bench.report.ReportMain} is the entry. One thread.
 */
@NullMarked
package io.ringside.bench.report;

import org.jspecify.annotations.NullMarked;
