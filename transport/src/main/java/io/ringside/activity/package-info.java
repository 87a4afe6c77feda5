/**
 * Activities, which group events across threads and processes.
 * <p>
 * A thread's current activity id is part of every event that it writes without naming another. The id belongs to the
 * thread, not to a runtime: {@link io.ringside.activity.ActivityId} sets and reads it, and
 * Its {@code wrap} takes it along to where a task runs.
 * <p>
 * An id is a {@link java.util.UUID} for convenience, or two longs, most and least significant half, to avoid
 * allocation. Without an activity, the id is null, and both halves are 0.
 */
@NullMarked
package io.ringside.activity;

import org.jspecify.annotations.NullMarked;
