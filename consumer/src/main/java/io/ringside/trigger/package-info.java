/**
 * Triggers: an event that meets a condition starts an action, such as a snapshot of a session in overwrite mode.
 * <p>
 * An {@link io.ringside.trigger.EventTrigger} checks events on the consumer's thread, which only stores a firing in a
 * slot. Its actions run on a thread of their own; exceptions they throw are reported and have no other effect.
 */
@NullMarked
package io.ringside.trigger;

import org.jspecify.annotations.NullMarked;
