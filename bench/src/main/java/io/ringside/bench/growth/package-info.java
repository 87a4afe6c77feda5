/**
 * Costs that grow with sessions, providers, events and lanes: each figure is measured for a small and a large case in
 * the same JVM, by one thread.
 */
@NullMarked
package io.ringside.bench.growth;

import org.jspecify.annotations.NullMarked;
