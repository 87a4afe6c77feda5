/**
 * Schemas: what events a provider declares and what their payloads consist of; their binary encoding, which travels
 * with recordings and is in the trace directory; and reading and writing of payloads by them.
 * <p>
 * Schemas are immutable and may be shared by threads; builders, readers and writers belong to one thread. Both a
 * schema and a payload may come from another process, so decoding and reading treat every length and count as hostile:
 * decoding throws nothing but {@link io.ringside.RingsideException}, reading throws nothing at all.
 */
@NullMarked
package io.ringside.schema;

import org.jspecify.annotations.NullMarked;
