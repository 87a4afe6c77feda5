package io.ringside.cli.doctor;

import io.ringside.RingsideException;
import io.ringside.cli.doctor.Finding.Check;
import io.ringside.internal.control.Autostart;
import io.ringside.internal.control.AutostartStatus;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.registry.AckCause;
import io.ringside.internal.registry.AckStatus;
import io.ringside.internal.registry.Acknowledgement;
import io.ringside.internal.registry.LanelessLosses;
import io.ringside.internal.registry.ProcessEntry;
import io.ringside.internal.registry.ProcessView;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.RowSnapshot;
import io.ringside.internal.registry.SessionRow;
import io.ringside.session.SessionInfo;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Checks of the state that processes publish, and of sessions that wait for processes. Not thread-safe. */
final class ProcessChecks {
    private final DirectoryController controller;
    private final Registry registry;

    ProcessChecks(final DirectoryController controller) {
        this.controller = controller;
        this.registry = controller.registry();
    }

    List<Check> all() {
        return List.of(new Check("registrations", this::registrations), new Check("attachments", this::attachments),
                new Check("sessions", this::sessions), new Check("autostart", this::autostart));
    }

    /** Counts registrations. A failed registration is inert, and only its own process knows the cause. */
    private Finding registrations() {
        final List<String> problems = new ArrayList<>();
        long registrations = 0;
        int living = 0;
        for (final ProcessEntry process : registry.processes().processes(problems::add)) {
            if (process.alive()) {
                living++;
                registrations += process.schemas().stream().filter(schema -> !schema.selfDescribing())
                        .mapToLong(schema -> schema.live()).sum();
                if (process.status().errorCount() > 0) {
                    problems.add("control thread has failed: process=" + process.identity().description() + ", times="
                            + process.status().errorCount() + ": see the log io.ringside of that process");
                }
            }
        }
        return Finding.of("registrations", problems, registrations + " in " + living
                + " processes; one that is missing here is inert, because a flag, a directory or a permission is "
                + "missing: see the log io.ringside of its process, or ProviderRegistration.problem()");
    }

    /** Checks that all processes can attach to the sessions that they should write to. */
    private Finding attachments() {
        final RowSnapshot rows = registry.rows().snapshot();
        final List<String> problems = new ArrayList<>();
        final List<String> others = new ArrayList<>();
        int attached = 0;
        for (final Incarnation incarnation : registry.processes().incarnations()) {
            if (registry.processes().isAlive(incarnation)) {
                attached += attachments(rows, incarnation, problems, others);
            }
        }
        return Finding.of("attachments", problems, attached + " attachments of processes to sessions"
                + (others.isEmpty() ? "" : "; with the monotonic clock instead of the time-stamp counter: " + others));
    }

    private int attachments(final RowSnapshot rows, final Incarnation incarnation, final List<String> problems,
            final List<String> others) {
        try (ProcessView process = ProcessView.open(registry.directory(), incarnation, Access.READ_ONLY)) {
            return rows.sessions().stream().mapToInt(session -> attachment(rows, session, process, problems, others))
                    .sum();
        } catch (final RingsideException e) {
            // The process was just removed; a damaged process file is reported with the registrations.
            return 0;
        }
    }

    private int attachment(final RowSnapshot rows, final SessionRow session, final ProcessView process,
            final List<String> problems, final List<String> others) {
        final Acknowledgement answer = process.acknowledgement(session.slot());
        final boolean ofSession = answer.sessionId() == session.id();
        final String who = "session=" + session.name() + ", process=" + process.identity().description();
        if (ofSession && answer.status() == AckStatus.REFUSED) {
            problems.add("process cannot attach, and its events are lost as notAttached: " + who + ", cause="
                    + answer.cause() + ", reason=" + answer.text());
        } else if (session.isRunning() && !answer.covers(session.id(), session.generation())
                && rows.enablementsOf(session.id()).stream().anyMatch(row -> process.registers(row.providerId()))) {
            problems.add("process has not answered the last change yet: " + who
                    + ": resume it if it is stopped; its files are not removed");
        }
        final boolean isAttached = answer.isAttached(session.id());
        final Path ledger = registry.directory().ledger(session.id(), process.identity().incarnation());
        if (isAttached && Files.notExists(ledger, LinkOption.NOFOLLOW_LINKS)) {
            problems.add("ledger of a living process is missing: " + who + ", path=" + ledger
                    + ": the process creates it again within seconds; find out what removes files from the trace"
                    + " directory");
        }
        if (isAttached && answer.cause() == AckCause.UNSUPPORTED) {
            others.add(who + ", reason=" + answer.text());
        }
        if (isAttached && answer.cause().isLackOfMemory()) {
            lack(session, process, answer, who, problems);
        }
        return isAttached ? 1 : 0;
    }

    /** Reports a process that could not create all lanes, if it lost events; it may have managed with fewer lanes. */
    private static void lack(final SessionRow session, final ProcessView process, final Acknowledgement answer,
            final String who, final List<String> problems) {
        final LanelessLosses losses = process.losses(session.slot(), session.id());
        if (losses.total() > 0) {
            problems.add("process could not make all lanes, and its events were lost: " + who + ", noLane="
                    + losses.noLane() + ", notAttached=" + losses.notAttached() + ", cause=" + answer.cause()
                    + ", reason=" + answer.text() + ": free some space, or give the session more, then start it again");
        }
    }

    /** Returns the results of the sessions that are configured to start automatically. */
    private Finding autostart() {
        final List<String> problems = new ArrayList<>();
        int started = 0;
        for (final AutostartStatus status : new Autostart(registry).statuses()) {
            if (status.started()) {
                started++;
            } else {
                problems.add("session does not start automatically: file=" + status.name() + ".session, reason="
                        + status.detail());
            }
        }
        return Finding.of("autostart", problems, started + " files, no problems");
    }

    private Finding sessions() {
        final List<SessionInfo> sessions = controller.sessions();
        final List<String> problems = new ArrayList<>(new LosingSessions(controller).problems(sessions));
        for (final SessionInfo session : sessions) {
            if (!session.isRunning()) {
                problems.add("session is stopping and has not ended: name=" + session.name() + ", late="
                        + controller.unanswered(session) + ", drain="
                        + Objects.requireNonNullElse(controller.query(session.name()).drain(), "none")
                        + ": end or resume the late processes, then stop the session again");
            }
        }
        return Finding.of("sessions", problems, sessions.size() + " running");
    }
}
