/**
 * Duration of single events for the writing thread, by kind of event, compared with readings of the clock in the same
 * run, and page faults of the thread. One thread measures.
 */
@NullMarked
package io.ringside.bench.tail;

import org.jspecify.annotations.NullMarked;
