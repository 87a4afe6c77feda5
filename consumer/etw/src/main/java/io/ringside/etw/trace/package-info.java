/**
 * Traces: sessions and recordings opened, processed and closed as ETW's consumers do it (R6.1 to R6.13).
 * <p>
 * A {@link io.ringside.etw.trace.Trace} stands for a session or a recording. Processing calls back on the thread
 * that asked for it, and returns a {@link io.ringside.etw.trace.TraceStatus}; closing is for any thread. Under it
 * work the same {@link io.ringside.reader.SessionConsumer} and {@link io.ringside.reader.RecordingConsumer} that an
 * application may run by itself; what this package adds are ETW's results, the header as the first event, records of
 * losses, and the callback for each buffer. {@code docs/reading.md} shows it at work.
 */
@NullMarked
package io.ringside.etw.trace;

import org.jspecify.annotations.NullMarked;
