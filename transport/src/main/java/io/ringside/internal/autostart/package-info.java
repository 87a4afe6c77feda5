/**
 * Sessions that start by themselves, from files that people put into the folder {@code autostart} of a trace directory.
 * <p>
 * {@link io.ringside.internal.autostart.Autostart} is the entry: the process that opens the directory runs it, and the
 * first one after the files were put there, or after the host was started again, starts the sessions under the control
 * lock. What became of each file is in another one beside it. Thread-safe.
 */
@NullMarked
package io.ringside.internal.autostart;

import org.jspecify.annotations.NullMarked;
