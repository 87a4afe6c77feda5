package io.ringside.bench;

import io.ringside.internal.machine.TscClock;
import java.io.IOException;
import java.util.Arrays;
import org.openjdk.jmh.Main;

/** JMH's command line, whose forks get the JVM flags that Ringside needs. */
public final class BenchmarksMain {
    private static final String COUNTER_BENCHES = "CounterWriteBenchmark";

    private BenchmarksMain() {}

    /**
     * Runs JMH.
     *
     * @param args as {@code -h} of JMH lists them, except {@code -jvmArgsPrepend}, which is already used.
     * @throws IOException if the JVM flags are not readable, or JMH fails.
     */
    public static void main(final String[] args) throws IOException {
        Main.main(ForkFlags.prependTo(withoutWhatCannotRun(args)));
    }

    private static String[] withoutWhatCannotRun(final String[] args) {
        final String refusal = TscClock.refusal();
        if (refusal == null) {
            return args;
        }
        System.err.println("left out: benches=" + COUNTER_BENCHES + ", reason=" + refusal);
        final String[] all = Arrays.copyOf(args, args.length + 2);
        all[args.length] = "-e";
        all[args.length + 1] = COUNTER_BENCHES;
        return all;
    }
}
