package io.ringside.etw.control;

import io.ringside.RingsideException;
import io.ringside.session.SessionSettings;

/**
 * Properties of a session in the form of ETW's EVENT_TRACE_PROPERTIES_V2, for controllers that are ported from ETW.
 * Immutable.
 *
 * @param flags       of the structure's header: {@link #TRACED_GUID}, with {@link #VERSIONED} or without
 * @param version     {@link #VERSION} with {@link #VERSIONED}; 0 without, where the structure has no version
 * @param filterCount 0: session filters exist only for system loggers
 * @param settings    of the session
 */
public record SessionParameters(int flags, int version, int filterCount, SessionSettings settings) {
    /** WNODE_FLAG_TRACED_GUID: the properties are those of a session. */
    public static final int TRACED_GUID = 0x0002_0000;

    /** WNODE_FLAG_VERSIONED_PROPERTIES: the properties have a version. */
    public static final int VERSIONED = 0x0080_0000;

    /** Version of the properties with {@link #VERSIONED}. */
    public static final int VERSION = 2;

    /**
     * Checks the parts and rejects them where ETW returns INVALID_PARAMETER.
     *
     * @param flags of the structure's header: {@link #TRACED_GUID}, with {@link #VERSIONED} or without
     * @param version {@link #VERSION} with {@link #VERSIONED}; 0 without, where the structure has no version
     * @param filterCount 0: filters of a session are those of system loggers
     * @param settings of the session
     */
    public SessionParameters {
        final int expected = (flags & VERSIONED) == 0 ? 0 : VERSION;
        if ((flags & ~VERSIONED) != TRACED_GUID) {
            throw RingsideException.invalidArgument("flags of a session's properties are not allowed: flags=0x"
                    + Integer.toHexString(flags) + ", needed=0x" + Integer.toHexString(TRACED_GUID) + ", allowed=0x"
                    + Integer.toHexString(TRACED_GUID | VERSIONED));
        }
        if (version != expected) {
            throw RingsideException
                    .invalidArgument("version of a session's properties does not go with its flags: version="
                            + version + ", flags=0x" + Integer.toHexString(flags) + ", needed=" + expected);
        }
        if (filterCount != 0) {
            throw RingsideException
                    .invalidArgument("filters of a session are those of system loggers, which are not here: "
                            + "filterCount=" + filterCount + ": give them with the enablement of a provider");
        }
    }
}
