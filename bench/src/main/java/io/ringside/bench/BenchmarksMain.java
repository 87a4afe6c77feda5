package io.ringside.bench;

import java.io.IOException;
import org.openjdk.jmh.Main;

/** JMH's own command line, whose forks get the JVM flags that Ringside needs. */
public final class BenchmarksMain {
    private BenchmarksMain() {}

    /**
     * Runs JMH.
     *
     * @param args as {@code -h} of JMH lists them, but for {@code -jvmArgsPrepend}, which is taken.
     * @throws IOException if the JVM flags are not readable, or from JMH.
     */
    public static void main(final String[] args) throws IOException {
        Main.main(ForkFlags.prependTo(args));
    }
}
