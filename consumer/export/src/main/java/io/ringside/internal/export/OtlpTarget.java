package io.ringside.internal.export;

/** Takes requests of OTLP. For one thread. */
interface OtlpTarget {
    /** Find out whether it takes logs. */
    default void probe() {
        // Most take everything.
    }

    /**
     * Take a request.
     *
     * @param request valid during the call
     * @param records that it has
     */
    void send(ByteBuilder request, int records);

    /** Records that were taken. */
    default long sent() {
        return 0;
    }

    /** Records that were taken and rejected. */
    default long rejected() {
        return 0;
    }

    /** Why; empty if none was. */
    default String reason() {
        return "";
    }

    /** Bytes that were sent. */
    default long bytes() {
        return 0;
    }
}
