/** What an event costs that nobody wants. JMH owns the threads: one. */
@NullMarked
package io.ringside.bench.disabled;

import org.jspecify.annotations.NullMarked;
