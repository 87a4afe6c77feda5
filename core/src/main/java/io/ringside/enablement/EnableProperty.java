package io.ringside.enablement;

/** Properties of an enablement, a mask with the bits of ETW (R4.38). They bind the one session that sets them. */
public final class EnableProperty {
    /** No property. */
    public static final int NONE = 0;
    /** The session does not want events whose keyword is 0 (R3.15). */
    public static final int IGNORE_KEYWORD_ZERO = 0x10;
    /** All properties that are known here. */
    public static final int KNOWN = IGNORE_KEYWORD_ZERO;

    private EnableProperty() {}
}
