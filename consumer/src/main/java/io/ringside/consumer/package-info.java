/**
 * Reading the events of a session as they are written.
 * <p>
 * {@link io.ringside.consumer.SessionConsumer} is the session's drain and an agent: it hands each event to an
 * {@link io.ringside.consumer.EventHandler} at most once, as an {@link io.ringside.consumer.EventView}, and each loss
 * as a {@link io.ringside.consumer.GapView} at its place, merged by time unless told otherwise. A consumer, its handler
 * and the views belong to one thread, whose idle strategy is the caller's choice.
 */
@NullMarked
package io.ringside.consumer;

import org.jspecify.annotations.NullMarked;
