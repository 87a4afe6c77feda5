/** What a runtime does for the other modules of Ringside, and applications have no use for. */
@NullMarked
package io.ringside.internal.provider;

import org.jspecify.annotations.NullMarked;
