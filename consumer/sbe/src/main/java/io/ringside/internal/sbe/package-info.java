/**
 * Payloads that are SBE messages, read by SBE's own on-the-fly decoder with the message schema that the provider's
 * schema contains, and passed on as fields, groups and composites like those of any event.
 * <p>
 * Readers are not thread-safe. Both the message and its schema may come from another process and are treated as
 * hostile.
 */
@NullMarked
package io.ringside.internal.sbe;

import org.jspecify.annotations.NullMarked;
