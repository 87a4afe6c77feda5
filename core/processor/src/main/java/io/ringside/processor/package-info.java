/**
 * The annotation processor of typed events and counters: reads an interface with
 * {@link io.ringside.typed.TraceProvider}, refuses what is not sound at its place, and generates what writes and
 * receives its events, and their listing; and one with {@link io.ringside.typed.TraceCounterSet}, for which it
 * generates the set and its instances. Runs inside the compiler, in one thread.
 */
@NullMarked
package io.ringside.processor;

import org.jspecify.annotations.NullMarked;
