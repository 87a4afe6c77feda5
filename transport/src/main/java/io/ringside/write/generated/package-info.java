/** Writes the events of generated providers. It is for generated classes only, and any version may change it. */
@NullMarked
package io.ringside.write.generated;

import org.jspecify.annotations.NullMarked;
