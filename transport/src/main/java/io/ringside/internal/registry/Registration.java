package io.ringside.internal.registry;

/**
 * A schema that a process has registered. Immutable.
 *
 * @param file  of the schema, mapped for reading; to be closed when no writer reads its words any more
 * @param index of the schema in the table of the process, for records to refer to
 */
public record Registration(SchemaFile file, int index) {}
