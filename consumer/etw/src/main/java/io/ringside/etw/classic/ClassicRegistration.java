package io.ringside.etw.classic;

import io.ringside.internal.provider.RuntimeDoor;
import io.ringside.internal.write.ClassicPort;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Registration of a classic provider. Thread-safe. It ends with its runtime, or when it is unregistered. */
public final class ClassicRegistration implements AutoCloseable {
    /** ETW's code for an exhausted resource. */
    private static final int NO_SYSTEM_RESOURCES = 1450;
    private static final String NOTHING = "provider, its id or its callback is missing: give all of them";
    private static final UUID NULL_ID = new UUID(0, 0);

    private final @Nullable ProviderRegistration registration;
    private final RegisteredClass[] classes;
    private final int status;
    /** Whether a caller has ended the registration; it may also have ended with its runtime. */
    private final AtomicBoolean unregistered = new AtomicBoolean();

    private ClassicRegistration(final @Nullable ProviderRegistration registration, final RegisteredClass[] classes,
            final int status) {
        this.registration = registration;
        this.classes = classes;
        this.status = status;
    }

    /**
     * Register a provider. If sessions have already enabled it, the callback is called before this method returns, and
     * its last return value becomes the status.
     *
     * @param ringside runtime of the process
     * @param provider to register; null, or an id of zeros, gives {@link ClassicStatus#INVALID_PARAMETER}
     * @param callback called for requests of sessions; null gives the same status
     * @param context  passed to each call, for the application's use; may be null
     * @return the registration, even if nothing can be traced: see {@link #status} and {@link #problem}
     */
    public static ClassicRegistration register(final Ringside ringside, final @Nullable ClassicProvider provider,
            final @Nullable ControlCallback callback, final @Nullable Object context) {
        if (provider == null || callback == null || provider.controlId().equals(NULL_ID)) {
            return new ClassicRegistration(null, new RegisteredClass[0], ClassicStatus.INVALID_PARAMETER.code());
        }
        final ClassicPort port = RuntimeDoor.opened().newPort(ringside);
        final ControlAdapter adapter = new ControlAdapter(port, callback, context);
        final ProviderRegistration registration = RuntimeDoor.opened().register(ringside, provider.schema(),
                port, provider.layouts(), adapter);
        final RegisteredClass[] classes = provider.classes().stream()
                .map(eventClass -> new RegisteredClass(port, eventClass.id())).toArray(RegisteredClass[]::new);
        return new ClassicRegistration(registration, classes,
                registration.status() == ProviderRegistration.Status.UNAVAILABLE
                        ? NO_SYSTEM_RESOURCES
                        : adapter.takeStatus());
    }

    /**
     * {@return status of the registration: 0; the callback's return value, if it was called; 87 if an argument was
     * missing; 1450 if the provider cannot be registered ({@link #problem} says why)}
     */
    public int status() {
        return status;
    }

    /** {@return problem and remedy; null if the provider is registered, or will be after the wait} */
    public @Nullable String problem() {
        return registration == null ? NOTHING : registration.problem();
    }

    /**
     * Find a class of the registered provider.
     *
     * @param classId of the class
     * @return the class, for instance events; null if the provider was registered without it
     */
    public @Nullable RegisteredClass registeredClass(final UUID classId) {
        for (final RegisteredClass one : classes) {
            if (one.id().equals(classId)) {
                return one;
            }
        }
        return null;
    }

    /**
     * End the registration: the callback is not called any more, a running call is awaited, and the handles that the
     * callback has received are rejected from now on.
     *
     * @return {@link ClassicStatus#INVALID_HANDLE} if the registration has ended already or has failed
     */
    public ClassicStatus unregister() {
        if (registration == null || registration.status() == ProviderRegistration.Status.CLOSED
                || registration.status() == ProviderRegistration.Status.UNAVAILABLE
                || !unregistered.compareAndSet(false, true)) {
            return ClassicStatus.INVALID_HANDLE;
        }
        registration.close();
        return ClassicStatus.OK;
    }

    /** End the registration like {@link #unregister}; a second call does nothing. */
    @Override
    public void close() {
        unregister();
    }
}
