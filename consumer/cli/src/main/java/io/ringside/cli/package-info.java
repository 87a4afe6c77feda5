/**
 * The program {@code ringside}: its entry point, its tree of commands, and the mapping of failures to exit codes.
 * <p>
 * Commands are in packages of their own: {@link io.ringside.cli.session} for sessions and providers,
 * {@link io.ringside.cli.session}, {@link io.ringside.cli.session} with its {@link io.ringside.cli.session},
 * {@link io.ringside.cli.emit}, {@link io.ringside.cli.doctor}. They contain no tracing logic, only their arguments and
 * their output. A process runs one command, on its main thread.
 */
@NullMarked
package io.ringside.cli;

import org.jspecify.annotations.NullMarked;
