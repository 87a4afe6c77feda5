package io.ringside.cli.console;

/** The program's exit codes. Stateless. */
public final class ExitCode {
    /** Done. */
    public static final int DONE = 0;
    /** Failed, with one line on standard error. */
    public static final int FAILED = 1;
    /** Wrong usage. */
    public static final int USAGE = 2;
    /** Done, but events were lost. */
    public static final int LOST = 3;
    /** Interrupted by a signal. */
    public static final int INTERRUPTED = 130;

    private ExitCode() {}
}
