/**
 * How long single events take the thread that writes them, by what is special about them, beside readings of the clock
 * in the same run, and its page faults. One thread measures.
 */
@NullMarked
package io.ringside.bench.tail;

import org.jspecify.annotations.NullMarked;
