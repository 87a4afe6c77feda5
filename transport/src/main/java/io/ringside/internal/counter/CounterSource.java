package io.ringside.internal.counter;

import io.ringside.counter.CounterSetSchema;
import io.ringside.internal.files.Incarnation;

/**
 * A counter set whose process answers requests. Immutable.
 *
 * @param provider process that answers
 * @param set      number of the set in the process
 * @param schema   of the set
 */
public record CounterSource(Incarnation provider, int set, CounterSetSchema schema) {}
