package io.ringside.counter;

/**
 * One reading of a counter of an instance. Not checked, as it may come from another process: formulas accept any
 * numbers.
 *
 * @param type      of the counter when it was read.
 * @param value     raw value, N; unsigned if it has 32 bits.
 * @param base      raw value of the base counter, B; 0 if there is none.
 * @param time      of the reading, D, in the units of the type: ticks, 100 ns or the set's own.
 * @param frequency number of such units per second, F.
 */
public record CounterSample(CounterType type, long value, long base, long time, long frequency) {}
