/**
 * Counters: schemas of counter sets, the types of counters with their formulas, which compute a value for users from
 * one or two samples, and the paths that identify counters in a query.
 * <p>
 * Immutable values and pure functions, safe to share between threads. Samples may come from another process, so no
 * sample makes a formula throw or return NaN: the result has a status instead. Only invalid input of a programmer or a
 * user, such as a schema, a format or a path, is refused by an exception.
 */
@NullMarked
package io.ringside.counter;

import org.jspecify.annotations.NullMarked;
