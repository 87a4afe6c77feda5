/**
 * Measurements of chosen values beside alternatives: sizes of lanes and blocks, alignment of records, lanes kept ahead
 * of new threads, and who pays for the barrier of a session's end. All figures are of one JVM, alternatives in turn.
 */
@NullMarked
package io.ringside.bench.choice;

import org.jspecify.annotations.NullMarked;
