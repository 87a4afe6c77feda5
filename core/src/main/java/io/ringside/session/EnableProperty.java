package io.ringside.session;

import io.ringside.RingsideException;
import java.util.ArrayList;
import java.util.List;

/** Properties of an enablement, a mask with ETW's bits. They apply only to the session that sets them. */
public final class EnableProperty {
    /** No property. */
    public static final int NONE = 0;
    /** The session records the writing thread's stack with its events. */
    public static final int STACK_TRACE = 0x4;
    /** The session rejects events whose keyword is 0. */
    public static final int IGNORE_KEYWORD_ZERO = 0x10;
    /** The id denotes a group of providers. */
    public static final int PROVIDER_GROUP = 0x20;
    /** The session accepts events whose keyword is 0, which is the default anyway. */
    public static final int ENABLE_KEYWORD_ZERO = 0x40;
    /** The session records with its events a key that identifies the run of the process. */
    public static final int PROCESS_START_KEY = 0x80;
    /** The session records with each event a number that no other event has. */
    public static final int EVENT_KEY = 0x100;
    /** The session rejects events that are marked as private. */
    public static final int EXCLUDE_INPRIVATE = 0x200;
    /** All properties that are known to this version. */
    public static final int KNOWN = STACK_TRACE | IGNORE_KEYWORD_ZERO | PROVIDER_GROUP | ENABLE_KEYWORD_ZERO
            | PROCESS_START_KEY | EVENT_KEY | EXCLUDE_INPRIVATE;

    private static final int SID = 0x1;
    private static final int TERMINAL_SESSION_ID = 0x2;
    private static final int PACKAGE_STATE_KEY = 0x8;
    private static final int ENABLE_SILOS = 0x400;
    private static final int SOURCE_CONTAINER_TRACKING = 0x800;

    private EnableProperty() {}

    /** Returns the properties if they are known and do not contradict each other. */
    static int check(final int properties) {
        final int unknown = properties & ~KNOWN;
        if (unknown != 0) {
            throw RingsideException.invalidArgument(
                    "property of enablement is unknown, or has no meaning here: properties=0x"
                            + Integer.toHexString(properties) + ", unknown=" + names(unknown) + ", known=0x"
                            + Integer.toHexString(KNOWN));
        }
        if ((properties & IGNORE_KEYWORD_ZERO) != 0 && (properties & ENABLE_KEYWORD_ZERO) != 0) {
            throw RingsideException.invalidArgument("properties of enablement contradict each other: properties=0x"
                    + Integer.toHexString(properties) + ": take IGNORE_KEYWORD_0 or ENABLE_KEYWORD_0");
        }
        return properties;
    }

    /** Returns the names of Windows-specific bits, and the numbers of all others. */
    private static String names(final int properties) {
        final List<String> names = new ArrayList<>();
        for (int bits = properties; bits != 0; bits &= bits - 1) {
            final int bit = Integer.lowestOneBit(bits);
            names.add(switch (bit) {
                case SID -> "SID";
                case TERMINAL_SESSION_ID -> "TS_ID";
                case PACKAGE_STATE_KEY -> "PSM_KEY";
                case ENABLE_SILOS -> "ENABLE_SILOS";
                case SOURCE_CONTAINER_TRACKING -> "SOURCE_CONTAINER_TRACKING";
                default -> "0x" + Integer.toHexString(bit);
            });
        }
        return String.join("+", names);
    }
}
