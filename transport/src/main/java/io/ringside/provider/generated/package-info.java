/**
 * The classes that generated providers and counter sets extend. They are intended for generated classes only:
 * applications call the inherited methods but do not use these types directly. The types may change with any version;
 * recompiling the annotated interface is then enough.
 */
@NullMarked
package io.ringside.provider.generated;

import org.jspecify.annotations.NullMarked;
