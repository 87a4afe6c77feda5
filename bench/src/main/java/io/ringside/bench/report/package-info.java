/**
 * From the results of JMH and of our harnesses to the tables of {@code bench/docs/results.md}.
 * {@link io.ringside.bench.report.ReportMain} is the entry: it refuses results in which our own benches allocate, and
 * writes nothing that it has not read. {@link io.ringside.bench.report.QuickCheckMain} judges a short run. One thread.
 */
@NullMarked
package io.ringside.bench.report;

import org.jspecify.annotations.NullMarked;
