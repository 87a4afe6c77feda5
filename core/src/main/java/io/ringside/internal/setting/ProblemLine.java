package io.ringside.internal.setting;

import org.agrona.ErrorHandler;

/** Prints problems that have no other recipient, as lines on the standard error stream. Stateless. */
public final class ProblemLine {
    /** Prints each problem. */
    public static final ErrorHandler PRINTED = problem -> System.err.println("ringside: " + problem);

    private ProblemLine() {}
}
