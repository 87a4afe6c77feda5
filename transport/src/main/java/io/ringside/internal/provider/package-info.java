/** The services of a runtime for the other modules of Ringside, which applications do not use. */
@NullMarked
package io.ringside.internal.provider;

import org.jspecify.annotations.NullMarked;
