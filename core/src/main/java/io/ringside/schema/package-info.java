/**
 * Schemas: the events that a provider declares and the structure of their payloads; the binary encoding of schemas,
 * which is stored in recordings and in the trace directory; and reading and writing of payloads.
 * <p>
 * Schemas are immutable and may be shared between threads; builders, readers and writers are not thread-safe. Both a
 * schema and a payload may come from another process, so decoding and reading treat every length and count as
 * untrusted: decoding throws nothing but {@link io.ringside.RingsideException}, reading throws nothing at all.
 */
@NullMarked
package io.ringside.schema;

import org.jspecify.annotations.NullMarked;
