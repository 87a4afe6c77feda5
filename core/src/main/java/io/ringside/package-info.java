/**
 * What all of Ringside's operations share: the exception that they throw and the code that names its cause.
 * <p>
 * <b>Absence</b> has one style in all exported packages. A query that is not made for each event returns an
 * {@link java.util.Optional}, or an empty collection. What is asked for each event or each field allocates nothing: it
 * returns a documented sentinel, which is a named constant or 0 for numbers, and null, marked as nullable, for objects.
 * A text that may be missing is empty where the empty text means nothing else. Parameters may be null only where they
 * are marked so.
 */
@NullMarked
package io.ringside;

import org.jspecify.annotations.NullMarked;
