package io.ringside.cli.ship;

import java.io.OutputStream;

/** Runs a command of this program in this process. */
@FunctionalInterface
public interface CommandRunner {
    /**
     * Run a command line.
     *
     * @param out       receives the data
     * @param err       receives the messages
     * @param arguments of the command line
     * @return the exit code
     */
    int run(OutputStream out, OutputStream err, String... arguments);
}
