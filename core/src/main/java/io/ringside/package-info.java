/**
 * What all of Ringside's operations share: the exception that they throw and the code that names its cause.
 */
@NullMarked
package io.ringside;

import org.jspecify.annotations.NullMarked;
