/** Calls of Logback, and of SLF4J with it, as events. */
@NullMarked
package io.ringside.bridge.logback;

import org.jspecify.annotations.NullMarked;
