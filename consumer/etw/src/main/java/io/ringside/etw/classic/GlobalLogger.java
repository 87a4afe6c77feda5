package io.ringside.etw.classic;

import io.ringside.internal.provider.RuntimeDoor;
import io.ringside.internal.write.ClassicPort;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.schema.ProviderSchema;
import io.ringside.write.WriteOptions;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Handle of a session for writing without a registered provider: the session enables no provider and makes no
 * callbacks; a program that wants to write to it opens it. Usually an autostart session, {@code
 * autostart/GlobalLogger.session}. Thread-safe.
 */
public final class GlobalLogger implements AutoCloseable {
    /** Default name of the session. */
    public static final String NAME = "GlobalLogger";

    /** Schema for readers, in place of a provider's. */
    private static final ProviderSchema SCHEMA = ProviderSchema.builder("Ringside-GlobalLogger").build();

    private final ProviderRegistration registration;
    private final ClassicSession session;

    private GlobalLogger(final ProviderRegistration registration, final ClassicSession session) {
        this.registration = registration;
        this.session = session;
    }

    /**
     * Find the session {@link #NAME}.
     *
     * @param ringside runtime of the process
     * @param classes  classes of the events to write whose layout is to be published
     * @return the logger; its session is {@link ClassicSession#INVALID} if it does not run, or on a {@link #problem}
     */
    public static GlobalLogger open(final Ringside ringside, final EventClass... classes) {
        return open(ringside, NAME, classes);
    }

    /**
     * Find a session.
     *
     * @param ringside    runtime of the process
     * @param sessionName in any letter case; the handle has the name in this spelling
     * @param classes     classes of the events to write whose layout is to be published
     * @return the logger; its session is {@link ClassicSession#INVALID} if it does not run, or on a {@link #problem}
     */
    public static GlobalLogger open(final Ringside ringside, final String sessionName, final EventClass... classes) {
        final RuntimeDoor door = RuntimeDoor.opened();
        final ClassicPort port = door.newPort(ringside);
        final ProviderRegistration registration = door.register(ringside, SCHEMA, port,
                Arrays.stream(classes).map(EventClass::layout).filter(Objects::nonNull)
                        .toList(),
                null);
        final ClassicSession session = door.address(registration, sessionName)
                .map(identity -> handle(port, identity, sessionName)).orElse(ClassicSession.INVALID);
        return new GlobalLogger(registration, session);
    }

    /** {@return the session, valid while it runs; its level is 0 without flags, which accepts everything} */
    public ClassicSession session() {
        return session;
    }

    /** {@return why no session can be written to from this process, and the remedy; null if there is no problem} */
    public @Nullable String problem() {
        return registration.problem();
    }

    /** Stop writing to the session: its handle is rejected from now on. */
    @Override
    public void close() {
        registration.close();
    }

    private static ClassicSession handle(final ClassicPort port, final WriteOptions.Target identity,
            final String name) {
        final ClassicSession session = new ClassicSession(port, identity, name);
        session.enablement(new ClassicEnablement(0, 0));
        return session;
    }
}
