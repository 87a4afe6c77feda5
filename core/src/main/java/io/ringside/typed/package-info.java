/**
 * Typed events: annotations by which an interface declares a provider, and what the classes that are generated for it
 * read events with. The annotation processor that generates them is an artifact of its own, {@code ringside-processor};
 * what it generates lives in the module of the interface and writes through {@code io.ringside.transport}. In the same
 * way an interface declares a counter set, whose instances are then of that type.
 * <p>
 * Annotations play no part at run time. Receivers and inputs are for one thread; they treat payloads as hostile.
 */
@NullMarked
package io.ringside.typed;

import org.jspecify.annotations.NullMarked;
