/**
 * Recordings for applications: record a session to a folder, or copy the content of a session in overwrite mode.
 * <p>
 * A {@link io.ringside.recording.Recorder} is the session's drain and writes the events it takes to a Chronicle Queue;
 * a {@link io.ringside.recording.SnapshotRecorder} copies a session in overwrite mode and changes nothing. Each belongs
 * to one thread. Read recordings with {@code io.ringside.reader}.
 */
@NullMarked
package io.ringside.recording;

import org.jspecify.annotations.NullMarked;
