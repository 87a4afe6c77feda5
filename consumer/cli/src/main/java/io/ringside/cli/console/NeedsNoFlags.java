package io.ringside.cli.console;

/** Marks a command that also runs in a JVM without the library's flags, because the command checks for them itself. */
public interface NeedsNoFlags {}
