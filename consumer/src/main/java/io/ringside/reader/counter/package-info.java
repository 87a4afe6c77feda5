/**
 * Queries of counters by path, in all processes of a trace directory and in the ledgers of its sessions, sample by
 * sample.
 * <p>
 * {@link io.ringside.reader.counter.CounterQuery} and all objects that it returns are for one thread at a time.
 */
@NullMarked
package io.ringside.reader.counter;

import org.jspecify.annotations.NullMarked;
