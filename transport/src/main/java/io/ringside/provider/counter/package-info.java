/**
 * Counter sets of an application: instances and their values, which any process can read from shared memory, and
 * callbacks that provide values when a reader asks for them.
 * <p>
 * Open a set with {@code Ringside.counterSet}. Everything here is thread-safe unless its description says otherwise.
 */
@NullMarked
package io.ringside.provider.counter;

import org.jspecify.annotations.NullMarked;
