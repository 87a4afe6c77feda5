package io.ringside.internal.counter;

import io.ringside.counter.CounterSetSchema;
import io.ringside.internal.files.Incarnation;

/**
 * A counter set of a process that has to be asked. Immutable.
 *
 * @param provider process that answers
 * @param set      number of the set there
 * @param schema   of the set
 */
public record CounterSource(Incarnation provider, int set, CounterSetSchema schema) {}
