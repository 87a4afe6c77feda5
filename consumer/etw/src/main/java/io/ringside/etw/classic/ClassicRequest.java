package io.ringside.etw.classic;

/** The request that a control callback receives. For the thread of the call. */
public final class ClassicRequest {
    private final int code;
    private ClassicSession session;

    /**
     * A request, as a callback may be called by itself in a test.
     *
     * @param code    of {@link RequestCode}, or any other number, which a provider refuses
     * @param session that makes it; {@link ClassicSession#INVALID} if unknown
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
     * The session that makes the request. The handle may be kept; the request itself ends with the call.
     *
     * @return {@link ClassicSession#INVALID} if unknown, or after the callback has returned
     */
    public ClassicSession session() {
        return session;
    }

    /** The callback has returned. */
    void expire() {
        session = ClassicSession.INVALID;
    }

    @Override
    public String toString() {
        return "ClassicRequest{code=" + code + ", session=" + session + '}';
    }
}
