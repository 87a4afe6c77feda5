/**
 * Recordings: sessions written down in a Chronicle Queue, and read back.
 * <p>
 * A {@link io.ringside.recording.Recorder} is the drain of its session. It copies what it takes as whole
 * chunks of frames into batches, appends a batch, and commits what is in it afterwards; so the queue's word counts, and
 * the ledger is never ahead of it. Each file of a recording begins with everything that is needed to read it alone. The
 * layout is described in {@code docs/layout-recording.md}. A recorder and a reader are for one thread each; any number
 * of readers read beside the recorder.
 */
@NullMarked
package io.ringside.internal.recording;

import org.jspecify.annotations.NullMarked;
