package io.ringside.internal.counter;

import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Files of closed counter sets that could not be removed. Each is retried when another set is closed. Closing a set
 * reports its own files by an exception, and those of others once in the log. Thread-safe.
 */
final class RemainingFiles {
    private final Consumer<String> log;
    private final Set<Path> remaining = new HashSet<>();
    private final Set<Path> told = new HashSet<>();

    RemainingFiles(final Consumer<String> log) {
        this.log = log;
    }

    /**
     * Removes files, and retries those that remained before.
     *
     * @param files of one set
     * @throws RingsideException if one of these cannot be removed; the others are removed all the same
     */
    void remove(final List<Path> files) {
        final List<RingsideException> failures = new ArrayList<>();
        final List<String> lines = new ArrayList<>();
        synchronized (this) {
            final List<Path> before = List.copyOf(remaining);
            for (final Path path : files) {
                try {
                    ExistingFile.remove(path);
                } catch (final RingsideException e) {
                    remaining.add(path);
                    failures.add(e);
                }
            }
            for (final Path path : before) {
                try {
                    ExistingFile.remove(path);
                    remaining.remove(path);
                } catch (final RingsideException e) {
                    if (told.add(path)) {
                        lines.add("file of a closed counter set remains, and is tried again: " + e.getMessage());
                    }
                }
            }
        }
        lines.forEach(this::tell);
        if (!failures.isEmpty()) {
            throw failures.get(failures.size() - 1);
        }
    }

    private void tell(final String line) {
        try {
            log.accept(line);
        } catch (final Throwable e) {
            // The application's handler fails; nothing can be done about it here.
            return;
        }
    }
}
