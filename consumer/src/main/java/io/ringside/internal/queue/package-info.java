/**
 * The files of a recording: excerpts of bytes in a Chronicle Queue. The only package that uses Chronicle's types, and
 * the only one to change if recordings are ever stored in another way. Nothing here is thread-safe; any number of
 * processes may read while one writes.
 */
@NullMarked
package io.ringside.internal.queue;

import org.jspecify.annotations.NullMarked;
