/**
 * Common parts of the bridges from logging frameworks: the provider with an event for each level, the writing of log
 * calls, and the changes of loggers from which a session wants a lower level than the application. A bridge holds no
 * lock of its own while it calls its framework, nor does it wait for another thread while the framework calls it,
 * except for the bounded time of registering: one thread of the provider makes all changes of loggers.
 */
@NullMarked
package io.ringside.bridge.log;

import org.jspecify.annotations.NullMarked;
