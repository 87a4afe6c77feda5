package io.ringside.internal.setting;

import org.agrona.ErrorHandler;

/** A problem that nobody else receives, as a line on the standard error stream. Stateless. */
public final class ProblemLine {
    /** Prints each problem. */
    public static final ErrorHandler PRINTED = problem -> System.err.println("ringside: " + problem);

    private ProblemLine() {}
}
