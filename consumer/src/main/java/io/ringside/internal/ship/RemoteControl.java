package io.ringside.internal.ship;

import java.util.List;
import java.util.Set;

/** Runs commands that another host has asked for. */
@FunctionalInterface
public interface RemoteControl {
    /** The commands that may be asked for. */
    Set<String> COMMANDS = Set.of("enable", "disable", "snapshot");

    /**
     * Run a command, and wait for its end.
     *
     * @param arguments of the command line, of which the first is one of {@link #COMMANDS}
     * @return what has become of it
     */
    Result run(List<String> arguments);

    /**
     * The result of a command.
     *
     * @param succeeded whether it has succeeded
     * @param detail    its output
     */
    record Result(boolean succeeded, String detail) {}
}
