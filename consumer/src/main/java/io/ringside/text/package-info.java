/**
 * Formatting of lines for people and programs, as in the output of the program {@code ringside}: JSON, cells in
 * quotation marks, and text that is safe for a terminal. Applications can use it for their own output besides events.
 * The classes print nothing.
 */
@NullMarked
package io.ringside.text;

import org.jspecify.annotations.NullMarked;
