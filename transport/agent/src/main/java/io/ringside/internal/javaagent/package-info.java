/**
 * The agent's entry point, and the class loader of all its other classes. The classes of this package are on the
 * application's class path; they use only the JDK.
 */
@NullMarked
package io.ringside.internal.javaagent;

import org.jspecify.annotations.NullMarked;
