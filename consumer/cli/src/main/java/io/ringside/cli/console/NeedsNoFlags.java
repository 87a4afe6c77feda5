package io.ringside.cli.console;

/** A command that runs in a JVM without the flags of the library as well: it checks for them itself. */
public interface NeedsNoFlags {}
