package io.ringside.etw.classic;

/** Request that a control callback receives. Used by the thread of the call. */
public final class ClassicRequest {
    private final int code;
    private ClassicSession session;

    /**
     * Creates a request, so that tests can call a callback.
     *
     * @param code    one of {@link RequestCode}, or any other number, which a provider rejects
     * @param session requesting session; {@link ClassicSession#INVALID} if unknown
     */
    public ClassicRequest(final int code, final ClassicSession session) {
        this.code = code;
        this.session = session;
    }

    /** {@return one of {@link RequestCode}} */
    public int code() {
        return code;
    }

    /**
     * The session that makes the request. The handle may be kept; the request itself is valid only during the call.
     *
     * @return {@link ClassicSession#INVALID} if unknown, or after the callback has returned
     */
    public ClassicSession session() {
        return session;
    }

    /** Invalidates the request when the callback has returned. */
    void expire() {
        session = ClassicSession.INVALID;
    }

    @Override
    public String toString() {
        return "ClassicRequest{code=" + code + ", session=" + session + '}';
    }
}
