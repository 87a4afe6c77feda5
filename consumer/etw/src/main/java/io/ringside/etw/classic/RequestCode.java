package io.ringside.etw.classic;

/** Codes of requests, with ETW's numbers. */
public final class RequestCode {
    /** A session has enabled the provider, or changed level or flags. */
    public static final int ENABLE_EVENTS = 4;
    /** A session has disabled the provider, or has ended. */
    public static final int DISABLE_EVENTS = 5;
    /** A session requests that the provider log its state. */
    public static final int CAPTURE_STATE = 10;

    private RequestCode() {}
}
