/**
 * Triggers: an event with a given condition makes something happen, such as a snapshot of a session in overwrite mode.
 * <p>
 * An {@link io.ringside.trigger.EventTrigger} checks events on the consumer's thread, which does no more
 * than leave a firing in a slot for one. Its actions run on a thread of their own; whatever they throw is reported and
 * ends there.
 */
@NullMarked
package io.ringside.trigger;

import org.jspecify.annotations.NullMarked;
