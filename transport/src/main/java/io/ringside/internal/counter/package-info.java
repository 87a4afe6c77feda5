/**
 * Counters in shared memory: their files and segments, and the requests by which a reader asks a process for values.
 * <p>
 * A segment belongs to the process that created it; readers copy and check. Layouts: {@code
 * transport/docs/layout-counters.md} and {@code layout-requests.md}.
 */
@NullMarked
package io.ringside.internal.counter;

import org.jspecify.annotations.NullMarked;
