/**
 * What it costs to bring events into a recording and to read them back, beside a queue of Chronicle that holds each
 * event by itself. Everything happens on the measuring thread, but for what the library does in the background.
 */
@NullMarked
package io.ringside.bench.recording;

import org.jspecify.annotations.NullMarked;
