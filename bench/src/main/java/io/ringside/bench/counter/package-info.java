/** The cost of counters for counting threads and for readers, beside Agrona's. One bench thread each. */
@NullMarked
package io.ringside.bench.counter;

import org.jspecify.annotations.NullMarked;
