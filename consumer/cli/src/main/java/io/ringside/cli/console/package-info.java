/**
 * The parts that all commands share: the output and its format, exit codes, the end by a signal, and the trace
 * directory.
 * <p>
 * Standard output is data, a line at a time; standard error is for people. A {@link io.ringside.cli.console.Console}
 * may be used by several threads, an {@link io.ringside.cli.console.Interruption} is requested by the thread of a
 * signal; everything else belongs to the thread of its command.
 */
@NullMarked
package io.ringside.cli.console;

import org.jspecify.annotations.NullMarked;
