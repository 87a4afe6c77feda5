/**
 * The cost of bringing events into a recording and of reading them back, beside a queue of Chronicle that holds each
 * event by itself. Everything happens on the measuring thread, but for the library's work in the background.
 */
@NullMarked
package io.ringside.bench.recording;

import org.jspecify.annotations.NullMarked;
