package io.ringside.recording;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** A disk that is asked to store files, and fails for some. Thread-safe. */
public final class FailingDisk {
    private final List<Path> forced = new ArrayList<>();
    private Predicate<Path> failing = file -> false;

    /** Lets a recorder ask this disk. */
    public RecorderContext forcing(final RecorderContext context) {
        context.settings().forcing = (file, channel) -> force(file);
        return context;
    }

    private synchronized void force(final Path file) throws IOException {
        forced.add(file);
        if (failing.test(file)) {
            throw new IOException("Input/output error");
        }
    }

    /** From now on it fails for these files. */
    public synchronized void failFor(final Predicate<Path> files) {
        failing = files;
    }

    /** The files that it was asked to store, in this order. */
    public synchronized List<Path> forced() {
        return List.copyOf(forced);
    }
}
