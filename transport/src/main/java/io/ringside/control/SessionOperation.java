package io.ringside.control;

/**
 * What can be done with a session, by number (R4.5). The numbers are an ABI: programs that were written against a
 * numbered interface keep theirs.
 */
public final class SessionOperation {
    /** Look at it: {@link Controller#query}. */
    public static final int QUERY = 0;
    /** End it: {@link Controller#stop}. */
    public static final int STOP = 1;
    /** Change settings: {@link Controller#update}. */
    public static final int UPDATE = 2;
    /** Have what was taken delivered: {@link Controller#flush}. */
    public static final int FLUSH = 3;
    /** Go on in another file, which only a recording of numbered files can: {@link Controller#incrementFile}. */
    public static final int INCREMENT_FILE = 4;
    /** Deliver live: every session does, so there is nothing to convert. */
    public static final int CONVERT_TO_REAL_TIME = 5;

    private SessionOperation() {}
}
