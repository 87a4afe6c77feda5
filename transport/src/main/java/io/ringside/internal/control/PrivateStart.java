package io.ringside.internal.control;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.control.EnableRequest;
import io.ringside.internal.registry.ProcessEntry;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.RowSnapshot;
import io.ringside.internal.registry.SessionRow;
import io.ringside.session.ProcessInfo;
import io.ringside.session.SessionSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Starts private sessions: one for each process that currently registers a provider, the first with the given name, the
 * others with the suffix {@code _<pid>}. Either all of them are started or none. Not thread-safe.
 */
final class PrivateStart {
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(2);
    private static final Pattern SUFFIX = Pattern.compile("_\\d+");

    private final DirectoryController controller;
    private final Registry registry;

    PrivateStart(final DirectoryController controller, final Registry registry) {
        this.controller = controller;
        this.registry = registry;
    }

    List<SessionRow> run(final SessionSettings settings, final EnableRequest request,
            final Predicate<ProcessInfo> target) {
        final List<ProcessIdentity> processes = processes(request.providerId(), target);
        if (processes.isEmpty()) {
            throw new RingsideException(ErrorCode.NOT_FOUND, "no such process registers the provider: session="
                    + settings.name() + ", provider=" + request.providerId()
                    + ": start it first, a private session is for processes that run");
        }
        final List<SessionSettings> wanted = new ArrayList<>();
        for (final ProcessIdentity process : processes) {
            wanted.add(settings.privateTo(wanted.isEmpty() ? "" : "_" + process.pid(),
                    new UUID(process.incarnation().most(), process.incarnation().least())));
        }
        final RowSnapshot rows = registry.rows().snapshot();
        wanted.forEach(each -> {
            Sessions.requireFree(rows, each);
            Sessions.requirePrivateRoom(rows, each);
        });
        return start(wanted, request);
    }

    private List<SessionRow> start(final List<SessionSettings> wanted, final EnableRequest request) {
        final List<SessionRow> started = new ArrayList<>();
        boolean complete = false;
        try {
            wanted.forEach(settings -> started.add(controller.start(settings, List.of(request))));
            complete = true;
        } finally {
            if (!complete) {
                // Another process has taken a name or a slot meanwhile.
                started.forEach(session -> controller.stop(session.name(), STOP_TIMEOUT));
            }
        }
        return started;
    }

    /** Returns the session of a name and, if it is private, those that were started together with it. */
    static List<SessionRow> together(final RowSnapshot rows, final String name) {
        final SessionRow first = rows.requireSession(name);
        final List<SessionRow> together = new ArrayList<>(List.of(first));
        final String identity = first.settings().identity();
        for (final SessionRow session : rows.sessions()) {
            final String other = session.settings().identity();
            if (first.settings().isPrivate() && session.settings().isPrivate() && session.id() != first.id()
                    && session.controller().equals(first.controller()) && other.startsWith(identity)
                    && SUFFIX.matcher(other.substring(identity.length())).matches()) {
                together.add(session);
            }
        }
        return together;
    }

    /** Returns the live processes that have registered the provider, oldest first. */
    private List<ProcessIdentity> processes(final UUID providerId, final Predicate<ProcessInfo> target) {
        return registry.processes().processes(problem -> {}).stream()
                .filter(process -> process.alive() && registers(process, providerId))
                .map(ProcessEntry::identity).filter(target)
                .sorted(Comparator.comparingLong(ProcessIdentity::startTimeNs).thenComparing(ProcessIdentity::pid))
                .toList();
    }

    static boolean registers(final ProcessEntry process, final UUID providerId) {
        return process.schemas().stream()
                .anyMatch(schema -> schema.live() > 0 && schema.providerId().equals(providerId));
    }
}
