/**
 * Rewriting of recordings: a {@link io.ringside.etw.relog.Relogger} reads one or several recordings in order of time,
 * passes every event to a handler, and writes the events that the handler injects. Times, processes, threads, providers
 * and schemas stay as they were; losses of the sources are carried over, and filtered events are counted. Everything
 * runs on the caller's thread.
 */
@NullMarked
package io.ringside.etw.relog;

import org.jspecify.annotations.NullMarked;
