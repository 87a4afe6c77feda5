/**
 * Calls of {@code java.util.logging}, and so also of {@link java.lang.System.Logger} if the JDK's default
 * implementation is used, as events.
 */
@NullMarked
package io.ringside.bridge.jul;

import org.jspecify.annotations.NullMarked;
