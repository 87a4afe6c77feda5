/**
 * The command emit: a provider to test with, whose events are numbered, or are the order flow of a file.
 * <p>
 * Each thread writes through a writer of its own and counts what every single write came to; counts are added up when
 * the threads have ended.
 */
@NullMarked
package io.ringside.cli.emit;

import org.jspecify.annotations.NullMarked;
