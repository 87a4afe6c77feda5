/** Calls of Log4j 2 as events. */
@NullMarked
package io.ringside.bridge.log4j;

import org.jspecify.annotations.NullMarked;
