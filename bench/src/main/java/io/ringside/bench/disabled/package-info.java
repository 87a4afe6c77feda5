/** Cost of an event that no session wants. JMH runs a single thread. */
@NullMarked
package io.ringside.bench.disabled;

import org.jspecify.annotations.NullMarked;
