/**
 * The files of schemas: what a provider declares, and the flag words that tell its writers who wants which event.
 * <p>
 * The content never changes after the file has appeared. Flag words are derived from the rows: the holder of the
 * control lock stores them, where they differ, and writers read them. {@link
 * io.ringside.transport.schema.SchemaFileDescriptor} says where they lie.
 */
@NullMarked
package io.ringside.transport.schema;

import org.jspecify.annotations.NullMarked;
