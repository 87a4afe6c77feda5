package io.ringside.etw.trace;

/**
 * A buffer that was delivered, and how many there were. Immutable. Losses are not among it: they are told by
 * {@link TraceHeader} and by records of losses.
 *
 * @param buffersRead of this trace, with this one
 * @param filledBytes that this one held: of a session at most a block of a lane, of a recording a batch
 * @param events      in it
 */
public record BufferStatistics(long buffersRead, int filledBytes, long events) {}
