package io.ringside.bench.counter;

import io.ringside.bench.channel.ChildCommands;
import java.io.IOException;
import java.nio.file.Path;

/** The process whose counters are read: it has the set, and answers that it stands. */
final class CountedMain {
    private CountedMain() {}

    /**
     * Keep the counters until the input ends.
     *
     * @param args the trace directory
     * @throws IOException if the input cannot be read
     */
    public static void main(final String[] args) throws IOException {
        try (BenchCounters counters = BenchCounters.open(Path.of(args[0]))) {
            counters.owned().increment();
            ChildCommands.serve(command -> "ready");
        }
    }
}
