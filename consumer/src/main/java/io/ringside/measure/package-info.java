/**
 * Figures of events: count, rate, exact sum, mean, minimum, maximum and percentiles of a number, by group and by
 * window of time. A {@link io.ringside.measure.Measurement} is the handler of a reader.
 */
@NullMarked
package io.ringside.measure;

import org.jspecify.annotations.NullMarked;
