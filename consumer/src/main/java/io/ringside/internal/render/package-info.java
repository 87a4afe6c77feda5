/** Times in the lines of events. */
@NullMarked
package io.ringside.internal.render;

import org.jspecify.annotations.NullMarked;
