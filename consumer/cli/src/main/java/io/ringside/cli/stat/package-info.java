/**
 * The command that watches sessions: rates, ring fill and losses, per session and process.
 * <p>
 * A {@link io.ringside.cli.stat.StatSample} is the content of the trace directory at one moment; two of them
 * make a {@link io.ringside.cli.stat.StatRow}. Nothing is taken and nothing changes. For the thread of the
 * command.
 */
@NullMarked
package io.ringside.cli.stat;

import org.jspecify.annotations.NullMarked;
