package io.ringside.internal.provider;

import io.ringside.callback.ProviderCallback;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.write.ClassicPort;
import io.ringside.internal.write.ReplayLane;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.PublishedNames;
import io.ringside.write.WriteOptions;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The way by which other modules use runtimes as applications cannot: classic providers ({@code
 * io.ringside.etw.classic}) register and write through a port, and a replay ({@code io.ringside.replay}) stands in for
 * processes and threads that have written before. The class of runtimes opens it when it is initialized. Thread-safe.
 */
public abstract class RuntimeDoor {
    private static volatile @Nullable RuntimeDoor opened;

    /** For the class of runtimes. */
    protected RuntimeDoor() {}

    /** The door of all runtimes of this class loader. */
    public static RuntimeDoor opened() {
        try {
            MethodHandles.lookup().ensureInitialized(Ringside.class);
        } catch (final IllegalAccessException e) {
            throw new IllegalStateException("class of runtimes is not accessible", e);
        }
        return Objects.requireNonNull(opened, "class of runtimes has no door");
    }

    /**
     * Open the door. For the class of runtimes.
     *
     * @param door to be used from now on
     */
    public static void open(final RuntimeDoor door) {
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
     * Connect as another process. Its run and its clock are this one's; for everything else readers see the other.
     *
     * @param context  settings
     * @param identity gives the other process, given this one
     * @return the runtime
     */
    public abstract Ringside connect(RingsideContext context, UnaryOperator<ProcessIdentity> identity);

    /**
     * Attach a session to a runtime, whatever it has enabled. Waits for the control thread as registering does.
     *
     * @param registration of the runtime
     * @param sessionName  in any letter case
     * @return the session; empty if none of that name runs, or the registration is not active
     */
    public abstract Optional<WriteOptions.Target> address(ProviderRegistration registration, String sessionName);

    /**
     * Returns the reference of records to a registered schema.
     *
     * @param registration that is active
     * @return index of the schema in the process page
     */
    public abstract int schemaIndex(ProviderRegistration registration);

    /**
     * Publish names of values, which apply from their own times on. Those beyond the limits are left out, as the log
     * says. Waits for the control thread as registering does.
     *
     * @param registration of the runtime
     * @param names        in the order of their times
     */
    public abstract void publishNames(ProviderRegistration registration, List<PublishedNames.Entry> names);

    /**
     * A lane for the calling thread, which may have several; it is not taken yet.
     *
     * @param ringside runtime of the process
     * @param session  that it is attached to
     * @return the lane
     */
    public abstract ReplayLane newLane(Ringside ringside, WriteOptions.Target session);

    /**
     * Have lanes made until one can be taken, or there seem to be no more.
     *
     * @param ringside runtime of the lane
     * @param lane     of the calling thread
     * @return whether it is taken
     */
    public abstract boolean takeLane(Ringside ringside, ReplayLane lane);
}
