/**
 * The commands that record a session, or what a flight recorder holds. For the command's thread; a recorder's trigger
 * reads the recording on a thread of its own.
 */
@NullMarked
package io.ringside.cli.record;

import org.jspecify.annotations.NullMarked;
