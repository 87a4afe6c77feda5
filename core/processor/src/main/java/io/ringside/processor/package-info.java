/**
 * The annotation processor of typed events and counters: reads an interface with {@link
 * io.ringside.typed.TraceProvider}, reports errors at their position in the source, and generates the classes that
 * write and receive its events, and their listing; for an interface with {@link io.ringside.typed.TraceCounterSet} it
 * generates the set and its instances. Runs in the compiler, in one thread.
 */
@NullMarked
package io.ringside.processor;

import org.jspecify.annotations.NullMarked;
