package io.ringside.internal.control;

import io.ringside.internal.files.Participant;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.registry.AckCause;
import io.ringside.internal.registry.AckStatus;
import io.ringside.internal.registry.Acknowledgement;
import io.ringside.internal.registry.FlagWords;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.registry.ProcessPage;
import io.ringside.internal.registry.Registration;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.RowSnapshot;
import io.ringside.internal.registry.SessionRow;
import io.ringside.schema.ProviderSchema;
import java.util.concurrent.TimeUnit;

/** A provider process as far as control sees it: it applies rows when it is told to, and has no lanes. */
final class FakeProcess implements AutoCloseable {
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);

    private final Participant participant;
    private final Registry registry;
    private final ProcessPage page;
    private final Registration registration;
    private boolean refusing;

    FakeProcess(final TraceDirectory directory, final ProviderSchema schema) {
        participant = Participant.join(directory);
        registry = new Registry(participant);
        page = ProcessPage.create(directory, participant.files(),
                ProcessIdentity.ofThisProcess(participant.incarnation()));
        registration = registry.register(page, schema, TIMEOUT_NS);
    }

    FlagWords words() {
        return registration.file().words();
    }

    String description() {
        return page.identity().description();
    }

    ProcessPage page() {
        return page;
    }

    Participant participant() {
        return participant;
    }

    /** From now on there is no space for lanes. */
    void refuse() {
        refusing = true;
    }

    /** One cycle of an agent. */
    void applyRows() {
        final RowSnapshot rows = registry.rows().snapshot();
        for (final SessionRow session : rows.sessions()) {
            final boolean wanted = session.isRunning() && rows.enablementsOf(session.id()).stream()
                    .anyMatch(row -> row.providerId().equals(registration.file().schema().id()));
            page.acknowledge(session.slot(), acknowledgement(session, wanted));
        }
    }

    private Acknowledgement acknowledgement(final SessionRow session, final boolean wanted) {
        if (wanted && refusing) {
            return new Acknowledgement(session.id(), session.generation(), AckStatus.REFUSED, AckCause.NO_SPACE,
                    "disk is full");
        }
        return Acknowledgement.of(session.id(), session.generation(),
                wanted ? AckStatus.ATTACHED : AckStatus.DETACHED);
    }

    /** The process is gone, its page is not. */
    void die() {
        participant.close();
    }

    @Override
    public void close() {
        registration.file().close();
        page.close();
        participant.close();
    }
}
