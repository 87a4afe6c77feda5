/**
 * The event model: the descriptor of an event and the vocabulary of its fields, identities of providers, the data
 * descriptors of a write, the limits, and ETW's own header for code that must produce its bytes.
 * <p>
 * Everything here is either an immutable value, a table of constants or a flyweight over a buffer. Values may be shared
 * by threads; a flyweight belongs to one thread at a time.
 */
@NullMarked
package io.ringside.event;

import org.jspecify.annotations.NullMarked;
