/**
 * Measurements of chosen values and their alternatives: sizes of lanes and blocks, alignment of records, spare lanes
 * for new threads, and the side that pays for the barrier at a session's end. All in one JVM, with alternatives in
 * turn.
 */
@NullMarked
package io.ringside.bench.choice;

import org.jspecify.annotations.NullMarked;
