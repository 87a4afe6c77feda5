/**
 * Typed events: annotations with which an interface declares a provider, and the classes with which generated receivers
 * read events. The annotation processor is a separate artifact, {@code ringside-processor}; the generated code belongs
 * to the module of the interface and writes through {@code io.ringside.transport}. An interface can also declare a
 * counter set, whose instances then have that type.
 * <p>
 * Annotations have no effect at run time. Receivers and inputs are not thread-safe, and do not trust payloads.
 */
@NullMarked
package io.ringside.typed;

import org.jspecify.annotations.NullMarked;
