package io.ringside.internal.callback;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.schema.ProviderSchema;
import java.nio.file.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The callbacks that the calling thread is inside. There may be several, because a callback may register another
 * provider, whose callback then runs inside. Immutable; each thread has its own.
 */
public final class CallbackScope {
    private static final ThreadLocal<@Nullable CallbackScope> CURRENT = new ThreadLocal<>();

    private final Path directory;
    private final UUID providerId;
    private final @Nullable UUID groupId;
    private final @Nullable CallbackScope outer;

    private CallbackScope(final Path directory, final ProviderSchema provider, final @Nullable CallbackScope outer) {
        this.directory = directory;
        this.providerId = provider.id();
        this.groupId = provider.groupId();
        this.outer = outer;
    }

    /** Records that the thread enters a callback. */
    static void enter(final Path directory, final ProviderSchema provider) {
        CURRENT.set(new CallbackScope(directory, provider, CURRENT.get()));
    }

    /** Records that the thread leaves the callback it entered last. */
    static void leave() {
        final CallbackScope scope = CURRENT.get();
        if (scope == null || scope.outer == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(scope.outer);
        }
    }

    /**
     * Refuse to wait for callbacks of a provider on a thread that is inside one.
     *
     * @param directory  of the provider, without links
     * @param providerId of the provider, or of a group of providers
     * @throws RingsideException with {@link ErrorCode#WOULD_DEADLOCK}
     */
    public static void requireOutside(final Path directory, final UUID providerId) {
        for (CallbackScope scope = CURRENT.get(); scope != null; scope = scope.outer) {
            if (scope.directory.equals(directory)
                    && (providerId.equals(scope.providerId) || providerId.equals(scope.groupId))) {
                throw new RingsideException(ErrorCode.WOULD_DEADLOCK,
                        "callback would wait for itself, nothing has been changed: provider=" + providerId
                                + ": use timeout 0 there, or another thread");
            }
        }
    }
}
