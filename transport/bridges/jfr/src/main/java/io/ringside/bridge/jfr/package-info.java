/** Events of JDK Flight Recorder as events of a provider, while a session wants them. */
@NullMarked
package io.ringside.bridge.jfr;

import org.jspecify.annotations.NullMarked;
