/**
 * What all of Ringside's operations share: the exception that they throw and the code that names its cause.
 * <p>
 * <b>Absence</b> has one style in all exported packages. A query that is not made for each event returns an {@link
 * java.util.Optional}, or an empty collection. What is asked for each event or each field returns null, marked as
 * nullable, for an absent object, and a documented sentinel, which is a named constant or 0, for an absent number;
 * where every number is a value, it returns an {@link java.util.OptionalLong}. A text that may be missing is empty
 * where the empty text means nothing else. An object that the application handed in, such as the context of a
 * callback, comes back as it is, null included. Parameters may be null only where they are marked so.
 */
@NullMarked
package io.ringside;

import org.jspecify.annotations.NullMarked;
