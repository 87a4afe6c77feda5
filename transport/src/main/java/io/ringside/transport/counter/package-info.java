/**
 * Counters in shared memory: who has them makes a set, its instances and their values here, and anybody reads them.
 * <p>
 * A set's instances lie in files of their own, one or a few for each process: values are 8-byte words that one thread
 * stores with release order, or many add to; a reader copies them and needs nobody's help, also when the process that
 * wrote them is dead. {@link io.ringside.transport.counter.CounterSet} and its instances are for any thread but for
 * counters that have one writer; {@link io.ringside.transport.counter.CounterReader} is for one thread.
 */
@NullMarked
package io.ringside.transport.counter;

import org.jspecify.annotations.NullMarked;
