package io.ringside.counter;

/**
 * One reading of one counter of one instance. Nothing is checked here, as it may come from another process: formulas
 * accept any numbers.
 *
 * @param type      of the counter when it was read.
 * @param value     the raw value, N; of 32 bits without sign.
 * @param base      the raw value of the counter that is its base, B; 0 if it has none.
 * @param time      when it was read, D, in the units that the type counts in: ticks, 100 ns or the set's own.
 * @param frequency how many such units a second has, F.
 */
public record CounterSample(CounterType type, long value, long base, long time, long frequency) {}
