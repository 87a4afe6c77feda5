/**
 * The event model: the descriptor of an event and the vocabulary of its fields, identities of providers, the data
 * descriptors of a write, the limits, and ETW's own header for code that must produce its bytes.
 * <p>
 * All types are immutable values, tables of constants or flyweights over a buffer. Values may be shared between
 * threads; a flyweight is used by one thread at a time.
 */
@NullMarked
package io.ringside.event;

import org.jspecify.annotations.NullMarked;
