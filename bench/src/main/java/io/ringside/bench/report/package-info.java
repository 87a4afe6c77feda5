/**
 * Conversion of results into the page. Benches write JMH's JSON, harnesses lines of {@link
 * io.ringside.bench.report.Observation}; {@link io.ringside.bench.report.Results} reads both, {@link
 * io.ringside.bench.report.Target} contains the limits of {@code bench/targets.tsv}, and {@link
 * io.ringside.bench.report.ReportMain} is the entry. Single-threaded.
 */
@NullMarked
package io.ringside.bench.report;

import org.jspecify.annotations.NullMarked;
