/**
 * How long it takes from one event to another: pairs are found by activity id or by a field, their distances counted in
 * a histogram. Everything is for the thread that runs the consumer.
 */
@NullMarked
package io.ringside.consumer.latency;

import org.jspecify.annotations.NullMarked;
