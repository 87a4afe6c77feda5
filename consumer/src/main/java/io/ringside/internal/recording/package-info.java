/**
 * Recordings: sessions written to a Chronicle Queue, and read back.
 * <p>
 * A {@link io.ringside.recording.Recorder} is the drain of its session. It copies whole chunks of frames into batches,
 * appends a batch, and commits its events afterwards; so the queue is authoritative, and the ledger is never ahead of
 * it. Each file of a recording begins with everything that is needed to read it alone. The layout is described in
 * {@code docs/layout-recording.md}. A recorder and a reader are used by one thread each; any number of readers may read
 * during recording.
 */
@NullMarked
package io.ringside.internal.recording;

import org.jspecify.annotations.NullMarked;
