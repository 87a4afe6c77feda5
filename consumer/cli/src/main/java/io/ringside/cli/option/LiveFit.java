package io.ringside.cli.option;

import io.ringside.control.Controller;
import io.ringside.reader.EventFilter;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.EnablementInfo;
import io.ringside.session.SessionInfo;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Passes the schemas of the events that followed sessions can deliver to the command's condition, so that a field that
 * none of them has is found without waiting for events. Not thread-safe.
 */
final class LiveFit implements AutoCloseable {
    private static final long INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    private final Controller controller;
    private final EventFilter condition;
    private final List<String> sessions;
    private long nextNs = System.nanoTime();

    /** Creates a check that has not read anything yet. Names that are not names of sessions are ignored. */
    LiveFit(final Path directory, final EventFilter condition, final List<String> sessions) {
        // Damaged files are reported by the reader.
        this.controller = Controller.open(directory, problem -> {});
        this.condition = condition;
        this.sessions = sessions;
    }

    /**
     * Reads the enablements of the sessions, at most once a second.
     *
     * @return whether the condition now knows all events that may come. It does not if a provider has never been
     *         registered, or describes its events only when it writes them
     */
    boolean look() {
        final long nowNs = System.nanoTime();
        if (nowNs - nextNs < 0) {
            return false;
        }
        nextNs = nowNs + INTERVAL_NS;
        final List<ProviderSchema> known = controller.schemas();
        final Set<Long> ids = controller.sessions().stream()
                .filter(session -> sessions.stream().anyMatch(session.name()::equalsIgnoreCase))
                .map(SessionInfo::id).collect(Collectors.toSet());
        final List<EnablementInfo> enabled = controller.providers().stream()
                .flatMap(provider -> provider.enabledBy().stream())
                .filter(enablement -> ids.contains(enablement.sessionId())).toList();
        boolean complete = !enabled.isEmpty();
        for (final EnablementInfo enablement : enabled) {
            final List<ProviderSchema> reached = known.stream()
                    .filter(schema -> schema.id().equals(enablement.providerId())
                            || enablement.providerId().equals(schema.groupId()))
                    .toList();
            complete &= !reached.isEmpty() && reached.stream().noneMatch(ProviderSchema::isSelfDescribing);
            reached.forEach(condition::expect);
        }
        return complete;
    }

    @Override
    public void close() {
        controller.close();
    }
}
