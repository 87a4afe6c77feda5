/**
 * The files of a recording: excerpts of bytes in a Chronicle Queue. The only package that knows Chronicle's types, and
 * the only one to be changed should recordings ever are on something else. Nothing here is thread-safe; any number of
 * processes may read while one writes.
 */
@NullMarked
package io.ringside.internal.queue;

import org.jspecify.annotations.NullMarked;
