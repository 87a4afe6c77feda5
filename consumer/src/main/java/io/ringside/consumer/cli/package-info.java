/**
 * The program {@code ringside}: its entry, its commands put together, its errors turned into exit codes.
 * <p>
 * Commands stand in packages of their own: {@link io.ringside.consumer.cli.control} for sessions and providers,
 * {@link io.ringside.consumer.cli.stat}, {@link io.ringside.consumer.cli.tail} with its
 * {@link io.ringside.consumer.cli.trigger}, {@link io.ringside.consumer.cli.emit},
 * {@link io.ringside.consumer.cli.doctor}, {@link io.ringside.consumer.cli.demo}. They hold no logic of tracing, only
 * what is typed and what is printed. One command runs in a process, on its main thread.
 */
@NullMarked
package io.ringside.consumer.cli;

import org.jspecify.annotations.NullMarked;
