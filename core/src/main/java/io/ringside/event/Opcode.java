package io.ringside.event;

import org.jspecify.annotations.Nullable;

/**
 * The step of a task that an event marks, a u8. Opcodes describe an event and never decide whether it is recorded. A
 * provider may define opcodes 10..239.
 */
public final class Opcode {
    /** Information without further meaning. */
    public static final int INFO = 0;
    /** An activity begins. */
    public static final int START = 1;
    /** An activity ends. */
    public static final int STOP = 2;
    /** Part of a rundown when collection starts. */
    public static final int DC_START = 3;
    /** Part of a rundown when collection stops. */
    public static final int DC_STOP = 4;
    /** More about an earlier event. */
    public static final int EXTENSION = 5;
    /** The answer to an earlier event. */
    public static final int REPLY = 6;
    /** A suspended activity continues. */
    public static final int RESUME = 7;
    /** An activity is suspended. */
    public static final int SUSPEND = 8;
    /** An activity is handed over. */
    public static final int SEND = 9;
    /** First opcode that a provider may define. */
    public static final int FIRST_OWN = 10;
    /** Last opcode that a provider may define. */
    public static final int LAST_OWN = 239;
    /** An activity that was handed over arrives. */
    public static final int RECEIVE = 240;

    private Opcode() {}

    /**
     * Returns the name of an opcode that has one without a schema: 0..9 and 240.
     *
     * @param opcode 0..255.
     * @return its name, such as {@code Start}; null for any other.
     */
    public static @Nullable String nameOf(final int opcode) {
        return switch (opcode) {
            case INFO -> "Info";
            case START -> "Start";
            case STOP -> "Stop";
            case DC_START -> "DC_Start";
            case DC_STOP -> "DC_Stop";
            case EXTENSION -> "Extension";
            case REPLY -> "Reply";
            case RESUME -> "Resume";
            case SUSPEND -> "Suspend";
            case SEND -> "Send";
            case RECEIVE -> "Receive";
            default -> null;
        };
    }

    /**
     * Returns whether a provider may define a name for this opcode.
     *
     * @param opcode any number.
     * @return true for 10..239.
     */
    public static boolean isOwn(final int opcode) {
        return opcode >= FIRST_OWN && opcode <= LAST_OWN;
    }
}
