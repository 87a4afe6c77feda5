/**
 * Triggers on the command line: their options, which several commands have, and the messages about them.
 * {@link io.ringside.cli.trigger.TriggerLines} is called by a trigger's thread; all else is for the command's.
 */
@NullMarked
package io.ringside.cli.trigger;

import org.jspecify.annotations.NullMarked;
