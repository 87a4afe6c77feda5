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
 * A session that may be written to without registering a provider: it enables no provider and calls none back, which
 * wants to write to it asks for it. Usually a session that starts by itself,
 * {@code autostart/GlobalLogger.session}. Thread-safe.
 */
public final class GlobalLogger implements AutoCloseable {
    /** Name of the session, unless another is asked for. */
    public static final String NAME = "GlobalLogger";

    /** The schema by which readers know such events, in place of a provider's. */
    private static final ProviderSchema SCHEMA = ProviderSchema.builder("Ringside-GlobalLogger").build();

    private final ProviderRegistration registration;
    private final ClassicSession session;

    private GlobalLogger(final ProviderRegistration registration, final ClassicSession session) {
        this.registration = registration;
        this.session = session;
    }

    /**
     * Look for the session {@link #NAME}.
     *
     * @param ringside runtime of the process
     * @param classes  of which events will be written, those whose layout is to be published
     * @return its handle, {@link ClassicSession#INVALID} if it does not run, or there is a {@link #problem}
     */
    public static GlobalLogger open(final Ringside ringside, final EventClass... classes) {
        return open(ringside, NAME, classes);
    }

    /**
     * Look for a session.
     *
     * @param ringside    runtime of the process
     * @param sessionName in any letter case; the handle's name is what is given here
     * @param classes     of which events will be written, those whose layout is to be published
     * @return its handle, {@link ClassicSession#INVALID} if it does not run, or there is a {@link #problem}
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

    /** {@return the session, for as long as it runs; it asks for level 0 and no flags, which is everything} */
    public ClassicSession session() {
        return session;
    }

    /** {@return why no session can be written to from here, and how to fix it; null if that is not so} */
    public @Nullable String problem() {
        return registration.problem();
    }

    /** Write to it no more: its handle is refused from now on. */
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
