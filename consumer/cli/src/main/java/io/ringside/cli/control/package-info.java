/**
 * The commands about sessions and providers: start, enable, disable, stop, sessions, query, providers.
 * <p>
 * Each is what is typed and what is printed, around one call of {@link io.ringside.control.Controller}. For
 * the thread of the command.
 */
@NullMarked
package io.ringside.cli.control;

import org.jspecify.annotations.NullMarked;
