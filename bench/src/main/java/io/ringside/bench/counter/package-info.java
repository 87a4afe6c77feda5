/** What counters cost those who count, and those who read them, beside Agrona's. One bench thread each. */
@NullMarked
package io.ringside.bench.counter;

import org.jspecify.annotations.NullMarked;
