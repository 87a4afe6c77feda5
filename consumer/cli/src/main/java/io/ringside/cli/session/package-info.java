/**
 * The commands about sessions and their events: start, enable, query and stop; tail, record, snapshot and stat.
 * <p>
 * A command consists of its arguments and its output, around one call of {@link io.ringside.control.Controller} or of a
 * reader or recorder. Used by the command's thread only.
 */
@NullMarked
package io.ringside.cli.session;

import org.jspecify.annotations.NullMarked;
