/**
 * Formatting of lines for people and programs, as the program {@code ringside} prints them: JSON, cells in quotation
 * marks, and text that is safe for a terminal. Applications can use it beside their events. The classes print nothing.
 */
@NullMarked
package io.ringside.text;

import org.jspecify.annotations.NullMarked;
