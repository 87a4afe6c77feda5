package io.ringside.cli.doctor;

import io.ringside.RingsideException;
import java.util.function.Supplier;

/**
 * Something to look at. Immutable.
 *
 * @param name of the check
 * @param look finds out
 */
record Check(String name, Supplier<Finding> look) {
    /** Looks; not being able to is a finding as well. */
    Finding run() {
        try {
            return look.get();
        } catch (final RingsideException e) {
            return Finding.bad(name, String.valueOf(e.getMessage()));
        }
    }
}
