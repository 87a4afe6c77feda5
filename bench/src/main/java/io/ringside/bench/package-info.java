/**
 * Entry points of the benches and their common parts. A bench answers a question of users, with baselines in the same
 * run. JMH and jcstress create the threads.
 */
@NullMarked
package io.ringside.bench;

import org.jspecify.annotations.NullMarked;
