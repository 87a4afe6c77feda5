package io.ringside.etw.classic;

/**
 * Level and flags that a session requests from a classic provider. A zero is a request only with the status {@link
 * ClassicStatus#OK}; with any other status it has no meaning. Immutable.
 *
 * @param status {@link ClassicStatus#INVALID_HANDLE} if the session has not enabled the provider, or has ended
 * @param level  0 to 255
 * @param flags  all 32 bits
 */
public record ClassicSettings(ClassicStatus status, int level, int flags) {
    static final ClassicSettings UNKNOWN = new ClassicSettings(ClassicStatus.INVALID_HANDLE, 0, 0);

    /** {@return whether level and flags are valid} */
    public boolean isKnown() {
        return status == ClassicStatus.OK;
    }
}
