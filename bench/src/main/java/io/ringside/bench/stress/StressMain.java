package io.ringside.bench.stress;

import io.ringside.bench.ForkFlags;
import org.openjdk.jcstress.Main;

/** jcstress' own command line, whose forks get the JVM flags that Ringside needs. */
public final class StressMain {
    private StressMain() {}

    /**
     * Runs jcstress.
     *
     * @param args as {@code -h} of jcstress lists them, but for {@code -jvmArgsPrepend}, which is taken.
     * @throws Exception if the JVM flags are not readable, or from jcstress.
     */
    public static void main(final String[] args) throws Exception {
        Main.main(ForkFlags.prependTo(args));
    }
}
