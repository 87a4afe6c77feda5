/**
 * Recordings for applications: record a session to a folder, or copy what a session in overwrite mode holds.
 * <p>
 * A {@link io.ringside.recording.Recorder} is the session's drain and writes what it takes to a Chronicle Queue; a
 * {@link io.ringside.recording.SnapshotRecorder} copies a session in overwrite mode and changes nothing. Each belongs
 * to one thread. Read recordings with {@code io.ringside.reader}.
 */
@NullMarked
package io.ringside.recording;

import org.jspecify.annotations.NullMarked;
