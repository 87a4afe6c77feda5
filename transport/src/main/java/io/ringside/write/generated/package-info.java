/** With which generated providers write their events. It is for generated classes only, and may change anytime. */
@NullMarked
package io.ringside.write.generated;

import org.jspecify.annotations.NullMarked;
