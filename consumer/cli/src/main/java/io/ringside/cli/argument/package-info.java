/**
 * What is typed on the command line: sizes, durations, times, levels, keywords, providers.
 */
@NullMarked
package io.ringside.cli.argument;

import org.jspecify.annotations.NullMarked;
