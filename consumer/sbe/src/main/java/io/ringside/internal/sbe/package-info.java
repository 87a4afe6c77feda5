/**
 * Payloads that are messages of SBE: read by SBE's own on-the-fly decoder, with the schema that is in that of the
 * provider, and handed over as fields, groups and composites like those of any event.
 * <p>
 * Readers are for one thread. Both the message and its schema may come from another process and are treated as hostile.
 */
@NullMarked
package io.ringside.internal.sbe;

import org.jspecify.annotations.NullMarked;
