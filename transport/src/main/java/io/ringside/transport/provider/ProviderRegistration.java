package io.ringside.transport.provider;

import io.ringside.schema.ProviderSchema;
import io.ringside.transport.agent.RegisteredProvider;
import io.ringside.transport.write.TraceEvent;
import java.util.List;
import java.util.Optional;

/**
 * A registered provider (R2.1): the handles of its events. Thread-safe. It belongs to the process and ends with it, or
 * when it is closed (R2.2, R2.4).
 */
public final class ProviderRegistration implements AutoCloseable {
    private final Ringside ringside;
    private final RegisteredProvider provider;
    private volatile RegistrationStatus status = RegistrationStatus.PENDING;
    private volatile Optional<String> problem = Optional.empty();

    ProviderRegistration(final Ringside ringside, final RegisteredProvider provider) {
        this.ringside = ringside;
        this.provider = provider;
    }

    /** What the provider declares. */
    public ProviderSchema schema() {
        return provider.schema();
    }

    /** Whether events can be recorded. */
    public RegistrationStatus status() {
        return status;
    }

    /** What went wrong and how to mend it, if the status is {@link RegistrationStatus#UNAVAILABLE}. */
    public Optional<String> problem() {
        return problem;
    }

    /** Handles of all events, in the order of the schema. */
    public List<TraceEvent> events() {
        return provider.events();
    }

    /**
     * Handle of an event.
     *
     * @param name of the event
     * @return the handle of its newest version
     * @throws IllegalArgumentException if the provider declares no such event
     */
    public TraceEvent event(final String name) {
        return newest(provider.events().stream().filter(event -> event.schema().name().equals(name)).toList(),
                "name=" + name);
    }

    /**
     * Handle of an event.
     *
     * @param id of the event
     * @return the handle of its newest version
     * @throws IllegalArgumentException if the provider declares no such event
     */
    public TraceEvent event(final int id) {
        return newest(provider.events().stream().filter(event -> event.schema().descriptor().id() == id).toList(),
                "id=" + id);
    }

    /**
     * End the registration (R2.4). Writes give {@link io.ringside.transport.write.WriteStatus#INVALID_HANDLE} from now
     * on (R2.5); closing again does nothing.
     */
    @Override
    public void close() {
        if (end()) {
            ringside.unregister(this);
        }
    }

    /** From here on writes say that the registration has ended; false if they do already. */
    synchronized boolean end() {
        if (status == RegistrationStatus.CLOSED) {
            return false;
        }
        status = RegistrationStatus.CLOSED;
        provider.state().close();
        return true;
    }

    RegisteredProvider provider() {
        return provider;
    }

    synchronized void active() {
        if (status == RegistrationStatus.PENDING) {
            status = RegistrationStatus.ACTIVE;
        }
    }

    synchronized void unavailable(final String reason) {
        if (status == RegistrationStatus.PENDING) {
            problem = Optional.of(reason);
            status = RegistrationStatus.UNAVAILABLE;
        }
    }

    private TraceEvent newest(final List<TraceEvent> versions, final String what) {
        return versions.stream()
                .reduce((one, other) -> one.schema().descriptor().version() > other.schema().descriptor().version()
                        ? one
                        : other)
                .orElseThrow(() -> new IllegalArgumentException(
                        "provider declares no such event: provider=" + provider.schema().name() + ", " + what));
    }
}
