/**
 * The common parts of bridges from logging frameworks: the provider with an event for each level, the writing of a log
 * call, and the notice of loggers that a session wants at a lower level than the application. A bridge holds no lock of
 * its own while it calls its framework, nor does it wait for another thread while the framework calls it, but for the
 * bounded time of registering: changes of loggers are made by one thread of the provider.
 */
@NullMarked
package io.ringside.bridge.log;

import org.jspecify.annotations.NullMarked;
