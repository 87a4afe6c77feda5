/**
 * Cost of reading a session live, without communication between two processors: one thread writes and reads, and other
 * threads own lanes.
 */
@NullMarked
package io.ringside.bench.live;

import org.jspecify.annotations.NullMarked;
