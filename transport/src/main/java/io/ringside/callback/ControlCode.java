package io.ringside.callback;

/** What a notice is about, with the numbers of ETW. It is the state that results, not what was asked. */
public final class ControlCode {
    /** No session has the provider enabled any more. */
    public static final int DISABLE_PROVIDER = 0;
    /** At least one session has the provider enabled. */
    public static final int ENABLE_PROVIDER = 1;
    /** A session asks the provider to log its state. */
    public static final int CAPTURE_STATE = 2;

    private ControlCode() {}

    /**
     * Whether a code has a meaning here. A provider ignores all others.
     *
     * @param code any number
     * @return whether it is one of these
     */
    public static boolean isKnown(final int code) {
        return code >= DISABLE_PROVIDER && code <= CAPTURE_STATE;
    }
}
