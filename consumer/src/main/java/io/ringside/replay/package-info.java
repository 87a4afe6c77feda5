/**
 * Replaying: recordings are written to a running session, at their original or another speed. A reader of the session
 * receives the same events and losses, of the same processes and threads. This corresponds to ETW's realtime playback,
 * and also serves to test consumers.
 * <p>
 * A {@link io.ringside.replay.Replayer} is an agent: it reads ahead, and writes due events by an absolute schedule. For
 * each recorded process it connects to the trace directory once, so that readers find the process again, and for each
 * recorded lane it writes to one lane.
 */
@NullMarked
package io.ringside.replay;

import org.jspecify.annotations.NullMarked;
