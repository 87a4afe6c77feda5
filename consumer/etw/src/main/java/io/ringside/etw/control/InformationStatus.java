package io.ringside.etw.control;

/** Result of setting information of a registration, named after the cause that ETW reports. */
public enum InformationStatus {
    /** The information is set. */
    OK(0),
    /**
     * The registration is closed, the bytes are missing, of a wrong length or invalid, or information that can be set
     * only once is already set. Nothing has changed.
     */
    INVALID_PARAMETER(87),
    /** This class of information is not supported. */
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
