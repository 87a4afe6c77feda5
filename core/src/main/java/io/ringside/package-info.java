/**
 * The exception that all of Ringside's operations throw, and the code that names its cause.
 * <p>
 * <b>Absence</b> has one style in all exported packages: an absent value is null, including numbers and ids, and a
 * method that may return null is marked as nullable. Methods that must not allocate differ: both halves of an activity
 * id are 0 without an activity. Descriptions may be empty. Collections are empty, never null. Parameters may be null
 * only where they are marked as nullable.
 */
@NullMarked
package io.ringside;

import org.jspecify.annotations.NullMarked;
