package io.ringside.internal.serve;

/** A request that cannot be answered as it was meant, with the status that says so. */
public final class RequestFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;

    /**
     * A failure.
     *
     * @param status  of HTTP
     * @param message what happened: name=value: what to do
     */
    public RequestFailure(final int status, final String message) {
        super(message, null, false, false);
        this.status = status;
    }

    int status() {
        return status;
    }
}
