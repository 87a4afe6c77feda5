/**
 * Reading the events of a session as they are written.
 * <p>
 * {@link io.ringside.reader.SessionConsumer} is the session's drain and an agent: it hands each event to an
 * {@link io.ringside.reader.EventHandler} at most once, as an {@link io.ringside.reader.EventView}, and each loss
 * as a {@link io.ringside.reader.GapView} at its place, merged by time unless told otherwise. A consumer, its handler
 * and the views belong to one thread, whose idle strategy is the caller's choice.
 */
@NullMarked
package io.ringside.reader;

import org.jspecify.annotations.NullMarked;
