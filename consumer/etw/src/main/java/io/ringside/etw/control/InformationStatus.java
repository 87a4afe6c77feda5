package io.ringside.etw.control;

/** The result of setting information of a registration; the names follow the cause that ETW reports. */
public enum InformationStatus {
    /** It is set. */
    OK(0),
    /**
     * The registration has been closed, the bytes are not there, have a wrong length or are not of the form, or what
     * can be set once is set already. Nothing has changed.
     */
    INVALID_PARAMETER(87),
    /** There is no such class here. */
    NOT_SUPPORTED(50);

    private final int etwCode;

    InformationStatus(final int etwCode) {
        this.etwCode = etwCode;
    }

    /** {@return the value of the Windows error code of this cause} */
    public int etwCode() {
        return etwCode;
    }
}
