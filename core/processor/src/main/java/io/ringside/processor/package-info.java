/**
 * The annotation processor of typed events: reads an interface with {@link io.ringside.typed.TraceProvider}, refuses
 * what is not sound at its place, and generates what writes and receives its events, and their listing. Runs inside the
 * compiler, in one thread.
 */
@NullMarked
package io.ringside.processor;

import org.jspecify.annotations.NullMarked;
