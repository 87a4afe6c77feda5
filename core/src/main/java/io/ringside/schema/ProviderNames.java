package io.ringside.schema;

/** The names that a provider gives to its keywords, tasks and opcodes. */
record ProviderNames(NumberNames keywords, NumberNames tasks, NumberNames opcodes) {}
