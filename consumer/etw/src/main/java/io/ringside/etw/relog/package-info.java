/**
 * Recordings written anew out of others: a {@link io.ringside.etw.relog.Relogger} reads one or several in
 * the order of time, shows every event to a handler, and writes what the handler injects. Times, processes, threads,
 * providers and schemas stay as they were; losses of the sources are carried over, and what was left out is
 * counted. All
 * of it runs on the caller's thread.
 */
@NullMarked
package io.ringside.etw.relog;

import org.jspecify.annotations.NullMarked;
