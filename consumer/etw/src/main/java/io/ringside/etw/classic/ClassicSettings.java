package io.ringside.etw.classic;

/**
 * Level and flags that a session asks of a classic provider, both as they were asked for. A zero with
 * the status {@link ClassicStatus#OK} is what the session wants; with any other it means nothing. Immutable.
 *
 * @param status {@link ClassicStatus#INVALID_HANDLE} if the session has not enabled the provider, or has ended
 * @param level  0 to 255
 * @param flags  all 32 bits
 */
public record ClassicSettings(ClassicStatus status, int level, int flags) {
    static final ClassicSettings UNKNOWN = new ClassicSettings(ClassicStatus.INVALID_HANDLE, 0, 0);

    /** {@return whether level and flags mean something} */
    public boolean isKnown() {
        return status == ClassicStatus.OK;
    }
}
