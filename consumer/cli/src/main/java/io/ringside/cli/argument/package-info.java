/**
 * What people type: sizes, durations, levels, keywords, providers.
 * <p>
 * Each converter turns one word of the command line into a value, or refuses it with a message that shows what is
 * allowed. Stateless and thread-safe.
 */
@NullMarked
package io.ringside.cli.argument;

import org.jspecify.annotations.NullMarked;
