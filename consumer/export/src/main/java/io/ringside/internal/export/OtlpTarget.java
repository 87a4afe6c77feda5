package io.ringside.internal.export;

/** Receiver of OTLP requests. Used by one thread at a time. */
interface OtlpTarget {
    /** Check whether the target accepts logs. */
    default void probe() {
        // Most targets accept everything.
    }

    /**
     * Accept a request.
     *
     * @param request valid during the call
     * @param records number of records in the request
     */
    void send(ByteBuilder request, int records);

    /** {@return number of accepted records} */
    default long sent() {
        return 0;
    }

    /** {@return number of records that were received and rejected} */
    default long rejected() {
        return 0;
    }

    /** {@return the reason of the rejection; empty if no record was rejected} */
    default String reason() {
        return "";
    }

    /** {@return number of bytes sent} */
    default long bytes() {
        return 0;
    }
}
