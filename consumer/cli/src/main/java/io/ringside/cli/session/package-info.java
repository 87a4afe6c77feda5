/**
 * The commands about sessions and their events: start, enable, query and stop; tail, record, snapshot and stat.
 * <p>
 * A command is what is typed and what is printed, around one call of {@link io.ringside.control.Controller} or of a
 * reader or recorder. For the thread of the command.
 */
@NullMarked
package io.ringside.cli.session;

import org.jspecify.annotations.NullMarked;
