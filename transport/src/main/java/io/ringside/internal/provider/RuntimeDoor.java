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
 * Access of other modules to operations of runtimes that applications do not have: classic providers ({@code
 * io.ringside.etw.classic}) register and write through a port, and a replay ({@code io.ringside.replay}) acts for
 * recorded processes and threads. The class of runtimes provides the instance when it is initialized. Thread-safe.
 */
public abstract class RuntimeDoor {
    private static volatile @Nullable RuntimeDoor opened;

    /** Used by the class of runtimes. */
    protected RuntimeDoor() {}

    /** Returns the instance for all runtimes of this class loader. */
    public static RuntimeDoor opened() {
        try {
            MethodHandles.lookup().ensureInitialized(Ringside.class);
        } catch (final IllegalAccessException e) {
            throw new IllegalStateException("class of runtimes is not accessible", e);
        }
        return Objects.requireNonNull(opened, "class of runtimes has no door");
    }

    /**
     * Set the instance. Called by the class of runtimes.
     *
     * @param door instance to use from now on
     */
    public static void open(final RuntimeDoor door) {
        opened = door;
    }

    /**
     * Create the port through which a classic registration will write; it is not connected yet.
     *
     * @param ringside runtime of the process
     */
    public abstract ClassicPort newPort(Ringside ringside);

    /**
     * Register a provider in the classic way. Its callback receives the enablements of all sessions, whatever filters
     * they have set, and it writes through its port.
     *
     * @param ringside runtime of the process
     * @param schema   of the provider, which declares no events
     * @param port     port from {@link #newPort}
     * @param classes  classes of its events whose layout is published
     * @param callback callback to call; null for none
     * @return the registration, as of {@link Ringside#register(ProviderSchema, ProviderCallback, Object)}
     */
    public abstract ProviderRegistration register(Ringside ringside, ProviderSchema schema, ClassicPort port,
            List<ProviderSchema> classes, @Nullable ProviderCallback callback);

    /**
     * Connect as another process. The host's run and the clock are those of this process; otherwise readers see the
     * other.
     *
     * @param context  settings of the runtime
     * @param identity returns the identity of the other process, given that of this one
     * @return the runtime
     */
    public abstract Ringside connect(RingsideContext context, UnaryOperator<ProcessIdentity> identity);

    /**
     * Attach a session to a runtime, whatever it has enabled. Waits for the control thread like a registration.
     *
     * @param registration of the runtime
     * @param sessionName  in any letter case
     * @return the session; empty if no session of that name is running, or the registration is not active
     */
    public abstract Optional<WriteOptions.Target> address(ProviderRegistration registration, String sessionName);

    /**
     * Returns the reference of records to a registered schema.
     *
     * @param registration active registration
     * @return index of the schema in the process page
     */
    public abstract int schemaIndex(ProviderRegistration registration);

    /**
     * Publish names of values, each valid from its own time on. Names beyond the limits are left out, which is logged.
     * Waits for the control thread like a registration.
     *
     * @param registration of the runtime
     * @param names        names in the order of their times
     */
    public abstract void publishNames(ProviderRegistration registration, List<PublishedNames.Entry> names);

    /**
     * Create a lane for the calling thread, which may have several; it is not taken yet.
     *
     * @param ringside runtime of the process
     * @param session  session to which the runtime is attached
     * @return the lane
     */
    public abstract ReplayLane newLane(Ringside ringside, WriteOptions.Target session);

    /**
     * Have lanes made until one can be taken, or no more seem to come.
     *
     * @param ringside runtime of the lane
     * @param lane     of the calling thread
     * @return whether the lane was taken
     */
    public abstract boolean takeLane(Ringside ringside, ReplayLane lane);
}
