package io.ringside.bench.stress;

import io.ringside.bench.ForkFlags;
import java.util.List;
import org.openjdk.jcstress.Main;

/** jcstress' command line, whose forks get the JVM flags that Ringside needs. */
public final class StressMain {
    /** The help of jcstress needs an older release of its option parser than JMH, which is in the same module. */
    private static final List<String> HELP = List.of(
            "Usage: java -jar jcstress.jar [options of jcstress]",
            "  -m MODE            sanity, quick, default, tough or stress: how much is run",
            "  -t REGEX           tests to run, such as LossStress",
            "  -l                 list the tests",
            "  -v                 print all results",
            "  -r DIR             folder of the report",
            "  -iters N           iterations of each test",
            "  -time MS           duration of an iteration",
            "  -sc BOOLEAN        whether actors are compiled in all combinations of compilers",
            "  -fsm N             multiplier of the number of forks",
            "  -jvmArgs ARGS      these JVM arguments in one configuration, in place of all that jcstress finds",
            "The exit code is not 0 if a forbidden outcome was seen.",
            "See bench/docs/stress.md for the runs of this project.");

    private StressMain() {}

    /**
     * Runs jcstress.
     *
     * @param args of jcstress, except {@code -jvmArgsPrepend}, which is already used.
     * @throws Exception if the JVM flags are not readable, or jcstress fails.
     */
    public static void main(final String[] args) throws Exception {
        if (List.of(args).contains("-h")) {
            HELP.forEach(System.out::println);
            return;
        }
        Main.main(ForkFlags.prependTo(args));
    }
}
