/**
 * Replaying: recordings are written into a session that runs, as they were written before, at their own pace or another
 * one. A reader of the session gets the same events and losses, of the same processes and threads. What ETW calls
 * realtime playback; also for tests of one's own consumers.
 * <p>
 * A {@link io.ringside.replay.Replayer} is an agent: it reads ahead, and writes what is due by an absolute schedule.
 * For each recorded process it connects to the trace directory once, so that its readers find the process again, and
 * for each of its lanes it writes one.
 */
@NullMarked
package io.ringside.replay;

import org.jspecify.annotations.NullMarked;
