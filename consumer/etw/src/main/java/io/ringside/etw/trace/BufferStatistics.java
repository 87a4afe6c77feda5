package io.ringside.etw.trace;

/**
 * Statistics of a delivered buffer. Immutable. They contain no losses, which {@link TraceHeader} and the records of
 * losses report.
 *
 * @param buffersRead number of buffers of this trace so far, including this one
 * @param filledBytes bytes used in this buffer: at most a block of a lane for a session, or a batch of a recording
 * @param events      number of events in the buffer
 */
public record BufferStatistics(long buffersRead, int filledBytes, long events) {}
