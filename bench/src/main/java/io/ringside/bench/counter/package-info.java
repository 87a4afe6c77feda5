/** Cost of counters for writers and readers, compared with Agrona's. Each bench uses one thread. */
@NullMarked
package io.ringside.bench.counter;

import org.jspecify.annotations.NullMarked;
