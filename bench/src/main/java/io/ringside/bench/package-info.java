/**
 * Entry points of the benches and what they share. A bench mirrors a question that a user asks, and carries its
 * baselines in the same run. JMH and jcstress own the threads.
 */
@NullMarked
package io.ringside.bench;

import org.jspecify.annotations.NullMarked;
