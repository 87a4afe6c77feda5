/**
 * Counters: what a counter set consists of, the types of counters with their formulas, which turn one or two samples
 * into a value that people can read, and the paths by which counters are asked for.
 * <p>
 * Immutable values and pure functions, safe to share by threads. Samples may come from another process, so no sample,
 * whatever it holds, makes a formula throw or yield anything that is not a number: it yields a status instead. Only
 * what a programmer or a user says wrongly, a schema, a format or a path, is refused by an exception.
 */
@NullMarked
package io.ringside.counter;

import org.jspecify.annotations.NullMarked;
