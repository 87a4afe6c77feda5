/**
 * Lines for people and programs, as the program {@code ringside} prints them: JSON, cells in quotation marks, and text
 * that a terminal can show safely, for what an application prints beside its events. The classes print nothing.
 */
@NullMarked
package io.ringside.text;

import org.jspecify.annotations.NullMarked;
