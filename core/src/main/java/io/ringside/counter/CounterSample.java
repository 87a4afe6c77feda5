package io.ringside.counter;

/**
 * What was read of one counter of one instance at one time. Nothing is checked here, since it may come from another
 * process: formulas cope with any numbers.
 *
 * @param type      of the counter when it was read.
 * @param value     the raw value, N; of 32 bits without sign.
 * @param base      the raw value of the counter that is its base, B; 0 if it has none.
 * @param time      when it was read, D, in the units that the type counts in: ticks, 100 ns or the set's own.
 * @param frequency how many such units a second has, F.
 */
public record CounterSample(CounterType type, long value, long base, long time, long frequency) {}
