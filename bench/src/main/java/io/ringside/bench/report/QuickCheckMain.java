package io.ringside.bench.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Judges a short run. */
public final class QuickCheckMain {
    private QuickCheckMain() {}

    /**
     * Reads, then judges, and tells what it has judged.
     *
     * @param args the document that lists what is known, then one or more result files of JMH
     * @throws IOException              if a file cannot be read, or is not of JMH
     * @throws IllegalArgumentException if an argument is missing, a bench of ours allocates, or a ratio is too bad
     */
    public static void main(final String[] args) throws IOException {
        if (args.length < 2) {
            throw new IllegalArgumentException("arguments are missing: args=" + Arrays.toString(args)
                    + ": name the document, then the result files");
        }
        final List<Path> files = Arrays.stream(args).skip(1).map(Path::of).toList();
        System.out.print(QuickCheck.check(Figures.read(files), KnownMisses.read(Path.of(args[0]))));
    }
}
