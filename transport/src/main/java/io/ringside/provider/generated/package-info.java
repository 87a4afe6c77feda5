/**
 * The classes that generated providers and counter sets extend. They are for generated classes only: applications call
 * the methods that these inherit, and name nothing here, and it may change with any version; recompiling the annotated
 * interface is then enough.
 */
@NullMarked
package io.ringside.provider.generated;

import org.jspecify.annotations.NullMarked;
