/**
 * Traces: sessions and recordings opened, processed and closed as ETW's consumers do it.
 * <p>
 * A {@link io.ringside.etw.trace.Trace} represents a session or a recording. Processing calls back on the thread
 * that asked for it, and returns a {@link io.ringside.etw.trace.TraceStatus}; closing is for any thread. Traces are
 * read by the same {@link io.ringside.reader.EventReader} that an application may poll by itself; this package adds
 * ETW's results, the header as the first event, records of losses, and the callback for each buffer.
 * {@code docs/reading.md} shows it at work.
 */
@NullMarked
package io.ringside.etw.trace;

import org.jspecify.annotations.NullMarked;
