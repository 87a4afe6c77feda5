/**
 * The command tail: the events of a session, printed as they come.
 * <p>
 * An {@link io.ringside.cli.tail.EventLines} turns events and gaps into lines, for people or for programs, on
 * the thread that takes them; a line is printed before the next event is read. What a trigger does is done, and
 * told, on a thread of its own.
 */
@NullMarked
package io.ringside.cli.tail;

import org.jspecify.annotations.NullMarked;
