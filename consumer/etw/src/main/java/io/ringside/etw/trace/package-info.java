/**
 * Traces: sessions and recordings, opened, processed and closed as in ETW's consumers.
 * <p>
 * A {@link io.ringside.etw.trace.Trace} represents a session or a recording. Processing calls callbacks on the calling
 * thread, and returns a {@link io.ringside.etw.trace.TraceStatus}; any thread may close it. Traces are read by the same
 * {@link io.ringside.reader.EventReader} that an application may poll itself; this package adds ETW's results, the
 * header as the first event, records of losses, and the callback for each buffer. See {@code docs/reading.md}.
 */
@NullMarked
package io.ringside.etw.trace;

import org.jspecify.annotations.NullMarked;
