/**
 * The binary encoding of counter sets in shared memory. Internal.
 */
@NullMarked
package io.ringside.internal.counterset;

import org.jspecify.annotations.NullMarked;
