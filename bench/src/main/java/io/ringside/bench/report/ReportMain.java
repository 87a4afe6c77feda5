package io.ringside.bench.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Writes the tables of a page from result files of JMH. */
public final class ReportMain {
    private ReportMain() {}

    /**
     * Reads, checks, then writes.
     *
     * @param args the page, then one or more result files; several of one JDK are pooled.
     * @throws IOException              if a file cannot be read or written, or is not of JMH.
     * @throws IllegalArgumentException if an argument is missing or a bench of ours allocates; nothing is written then.
     */
    public static void main(final String[] args) throws IOException {
        if (args.length < 2) {
            throw new IllegalArgumentException("arguments are missing: args=" + Arrays.toString(args)
                    + ": name the page, then the result files");
        }
        final List<Path> files = Arrays.stream(args).skip(1).map(Path::of).toList();
        final List<Figures> all = Figures.read(files);
        AllocationCheck.require(all);
        GeneratedPart.write(Path.of(args[0]), Report.render(MachineFacts.ofThisMachine(), all));
    }
}
