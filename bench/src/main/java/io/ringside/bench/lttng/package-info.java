/** Comparison of our write with an LTTng-UST tracepoint called through JNI, in one JVM and by one thread. */
@NullMarked
package io.ringside.bench.lttng;

import org.jspecify.annotations.NullMarked;
