/**
 * Encoders, one for each foreign format, and the targets of their bytes. An encoder is used by one thread at a time,
 * keeps only the kinds, threads and open activities that its format needs, and has a bound on the events that it
 * buffers.
 */
@NullMarked
package io.ringside.internal.export;

import org.jspecify.annotations.NullMarked;
