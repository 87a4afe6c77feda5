package io.ringside.internal.files;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * Checks that the JVM permits the access that Agrona's buffers need, before the first buffer is used. This class does
 * not link to any class of Agrona: without the flag, those end in errors that an application should never see.
 */
public final class Prerequisites {
    private static final String FLAG = "--add-exports java.base/jdk.internal.misc=";
    private static final String INTERNAL_PACKAGE = "jdk.internal.misc";
    private static final String AGRONA_CLASS = "org.agrona.concurrent.AtomicBuffer";
    /** Name of a method that Agrona has had since the oldest supported version. */
    private static final String AGRONA_METHOD = "getLongAcquire";

    private Prerequisites() {}

    /**
     * Reject a JVM without the required access, before anything is opened.
     *
     * @throws RingsideException with {@link ErrorCode#UNEXPECTED} and the {@link #missing} permission
     */
    public static void require() {
        final String missing = missing();
        if (missing != null) {
            throw new RingsideException(ErrorCode.UNEXPECTED, missing);
        }
    }

    /** Returns the missing permission with its remedy; null if nothing is missing. */
    public static @Nullable String missing() {
        try {
            final Method needed = Class.forName(AGRONA_CLASS, false, Prerequisites.class.getClassLoader())
                    .getMethod(AGRONA_METHOD, int.class);
            final Module module = needed.getDeclaringClass().getModule();
            if (Object.class.getModule().isExported(INTERNAL_PACKAGE, module)) {
                return null;
            }
            return "JVM flag is missing: flag=" + FLAG + (module.isNamed() ? module.getName() : "ALL-UNNAMED")
                    + ": start the JVM with it";
        } catch (final ReflectiveOperationException | LinkageError e) {
            return "Agrona is missing or of another version: reason=" + e
                    + ": put agrona 2.1.0 or newer on the class path, or use ringside-transport-shaded instead";
        }
    }
}
