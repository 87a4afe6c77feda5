/**
 * Duration of single events for the thread that writes them, by kind, beside readings of the clock in the same run, and
 * its page faults. One thread measures.
 */
@NullMarked
package io.ringside.bench.tail;

import org.jspecify.annotations.NullMarked;
