package io.ringside.etw.classic;

/** The kinds of requests, with the numbers of ETW. */
public final class RequestCode {
    /** A session has enabled the provider, or changed level or flags. */
    public static final int ENABLE_EVENTS = 4;
    /** A session has disabled the provider, or has ended. */
    public static final int DISABLE_EVENTS = 5;
    /** A session asks the provider to log its state. */
    public static final int CAPTURE_STATE = 10;

    private RequestCode() {}
}
