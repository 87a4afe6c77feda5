/**
 * The program {@code ringside}: its entry, its commands put together, its errors turned into exit codes.
 * <p>
 * Commands are in packages of their own: {@link io.ringside.cli.session} for sessions and providers,
 * {@link io.ringside.cli.session}, {@link io.ringside.cli.session} with its
 * {@link io.ringside.cli.session}, {@link io.ringside.cli.emit},
 * {@link io.ringside.cli.doctor}. They hold no logic of tracing, only what is typed
 * and what is printed. One command runs in a process, on its main thread.
 */
@NullMarked
package io.ringside.cli;

import org.jspecify.annotations.NullMarked;
