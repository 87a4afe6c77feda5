/**
 * The exception that all of Ringside's operations throw, and the code that names its cause.
 * <p>
 * <b>Absence</b> has one style in all exported packages. An object that is absent is null, and a method that may return
 * null is marked as nullable. An absent number is a documented constant or 0; where every number is a value, it is an
 * empty {@link java.util.OptionalLong}. A text that may be missing is empty where the empty text means nothing else.
 * Collections are empty, never null. Parameters may be null only where they are marked so.
 */
@NullMarked
package io.ringside;

import org.jspecify.annotations.NullMarked;
