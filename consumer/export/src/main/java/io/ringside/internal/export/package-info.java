/**
 * Encoders, one for each foreign format, and where their bytes go. An encoder belongs to one thread, holds no more than
 * what its format needs to know of kinds, threads and open activities, and never holds events back without a bound.
 */
@NullMarked
package io.ringside.internal.export;

import org.jspecify.annotations.NullMarked;
