/** The cost of an event that no session wants. JMH owns the threads: one. */
@NullMarked
package io.ringside.bench.disabled;

import org.jspecify.annotations.NullMarked;
