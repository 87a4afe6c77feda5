package io.ringside.cli.ship;

import java.io.OutputStream;

/** Runs a command of this program in this process. */
@FunctionalInterface
public interface CommandRunner {
    /**
     * Run what would be typed.
     *
     * @param out       gets the data
     * @param err       gets the messages
     * @param arguments of the command line
     * @return the exit code
     */
    int run(OutputStream out, OutputStream err, String... arguments);
}
