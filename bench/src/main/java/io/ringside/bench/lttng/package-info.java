/** A write of ours beside a tracepoint of LTTng-UST that is called through JNI, in one JVM. One thread measures. */
@NullMarked
package io.ringside.bench.lttng;

import org.jspecify.annotations.NullMarked;
