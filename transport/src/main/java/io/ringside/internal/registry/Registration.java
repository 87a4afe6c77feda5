package io.ringside.internal.registry;

/**
 * A schema that a process has registered. Immutable.
 *
 * @param file  file of the schema, mapped for reading; to be closed when no writer reads its enable masks any more
 * @param index index of the schema in the table of the process, by which records refer to it
 */
public record Registration(SchemaFile file, int index) {}
