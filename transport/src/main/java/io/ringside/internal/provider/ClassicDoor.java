package io.ringside.internal.provider;

import io.ringside.callback.ProviderCallback;
import io.ringside.internal.write.ClassicPort;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.schema.ProviderSchema;
import io.ringside.write.SessionIdentity;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The way by which classic providers ({@code io.ringside.etw.classic}) register with a runtime. The class of runtimes
 * opens it when it is initialized, so that it is open to every runtime. Thread-safe.
 */
public abstract class ClassicDoor {
    private static volatile @Nullable ClassicDoor opened;

    /** For the class of runtimes. */
    protected ClassicDoor() {}

    /** The door of all runtimes of this class loader. */
    public static ClassicDoor opened() {
        return Objects.requireNonNull(opened, "no runtime was ever made");
    }

    /**
     * Open the door. For the class of runtimes.
     *
     * @param door to be used from now on
     */
    public static void open(final ClassicDoor door) {
        opened = door;
    }

    /**
     * The port through which a classic registration will write; not connected yet.
     *
     * @param ringside runtime of the process
     */
    public abstract ClassicPort newPort(Ringside ringside);

    /**
     * Register a provider in the classic way. Its callback learns what sessions want of it, whatever filters they have
     * set, and it writes through its port.
     *
     * @param ringside runtime of the process
     * @param schema   of the provider, which declares no events
     * @param port     of {@link #newPort}
     * @param classes  of its events, those whose layout is published
     * @param callback to be called; null for none
     * @return the registration, as of {@link Ringside#register(ProviderSchema, ProviderCallback, Object)}
     */
    public abstract ProviderRegistration register(Ringside ringside, ProviderSchema schema, ClassicPort port,
            List<ProviderSchema> classes, @Nullable ProviderCallback callback);

    /**
     * Attach a session to this process, so that a classic provider may write to it whatever it has enabled.
     * Waits for the control thread as registering does.
     *
     * @param registration of the provider
     * @param sessionName  in any letter case
     * @return the session; empty if none of that name runs, or the registration is not active
     */
    public abstract Optional<SessionIdentity> address(ProviderRegistration registration, String sessionName);
}
