/**
 * The agent as the JVM sees it: its entry, and the class loader that holds everything else. These classes are on the
 * class path of the application; they use nothing but the JDK.
 */
@NullMarked
package io.ringside.internal.javaagent;

import org.jspecify.annotations.NullMarked;
