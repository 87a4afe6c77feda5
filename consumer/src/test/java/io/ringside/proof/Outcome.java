package io.ringside.proof;

import io.ringside.session.LossCause;
import io.ringside.write.WriteResult;

/** What a call returned, in 16 bits: 0 while it has not returned. At most three sessions may want an event. */
final class Outcome {
    private static final int RETURNED = 1 << 15;
    private static final int NESTED = 1 << 14;
    private static final int INVALID = 1 << 13;
    private static final int FIELD_BITS = 2;
    private static final int FIELD_MASK = 3;
    private static final LossCause[] CAUSES = {LossCause.FULL, LossCause.TOO_LARGE, LossCause.NO_LANE,
        LossCause.NOT_ATTACHED};

    private Outcome() {}

    /**
     * Turn a result into an outcome.
     *
     * @param result of a write
     * @param nested whether it was written while a claim of its thread was open
     */
    static short of(final long result, final boolean nested) {
        int code = RETURNED | (nested ? NESTED : 0) | WriteResult.written(result);
        int wanted = WriteResult.written(result);
        for (int i = 0; i < CAUSES.length; i++) {
            final int lost = WriteResult.lost(result, CAUSES[i]);
            wanted += lost;
            code |= lost << ((i + 1) * FIELD_BITS);
        }
        final boolean valid = wanted == WriteResult.wanted(result) && wanted <= FIELD_MASK
                && (wanted > 0 || result == WriteResult.NOT_WANTED);
        return (short) (valid ? code : code | INVALID);
    }

    static boolean isValid(final int code) {
        return (code & RETURNED) != 0 && (code & INVALID) == 0;
    }

    static boolean isNested(final int code) {
        return (code & NESTED) != 0;
    }

    static int written(final int code) {
        return code & FIELD_MASK;
    }

    static int wanted(final int code) {
        int wanted = written(code);
        for (int i = 1; i <= CAUSES.length; i++) {
            wanted += (code >>> (i * FIELD_BITS)) & FIELD_MASK;
        }
        return wanted;
    }

    /** Code of the only cause by which sessions lost the event; -1 if there is none, or more than one. */
    static int cause(final int code) {
        int cause = -1;
        for (int i = 0; i < CAUSES.length; i++) {
            if (((code >>> ((i + 1) * FIELD_BITS)) & FIELD_MASK) != 0) {
                if (cause >= 0) {
                    return -1;
                }
                cause = CAUSES[i].code();
            }
        }
        return cause;
    }
}
