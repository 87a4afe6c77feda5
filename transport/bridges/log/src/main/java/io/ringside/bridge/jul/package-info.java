/**
 * Calls of {@code java.util.logging}, and with them those of {@link java.lang.System.Logger} wherever the JDK's default
 * is in use, as events.
 */
@NullMarked
package io.ringside.bridge.jul;

import org.jspecify.annotations.NullMarked;
