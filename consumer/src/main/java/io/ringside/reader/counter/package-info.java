/**
 * Queries of counters: what paths ask for, in all processes of a trace directory and in the ledgers of its sessions,
 * sample by sample.
 * <p>
 * {@link io.ringside.reader.counter.CounterQuery} is for one thread, and so is everything that it gives out.
 */
@NullMarked
package io.ringside.reader.counter;

import org.jspecify.annotations.NullMarked;
