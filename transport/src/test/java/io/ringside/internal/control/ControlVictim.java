package io.ringside.internal.control;

import io.ringside.control.EnableRequest;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.SessionRow;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.Enablement;
import io.ringside.session.SessionSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process that passes every point of control, to be killed at one of them: provider and controller in one. */
final class ControlVictim {
    static final ProviderSchema SCHEMA = ProviderSchema.builder("Orders")
            .event("submitted", EventDescriptor.of(1, 4, 0x1), List.of())
            .event("rejected", EventDescriptor.of(2, 2, 0x2), List.of())
            .build();

    private ControlVictim() {}

    public static void main(final String[] arguments) {
        final TraceDirectory directory = TraceDirectory.open(Path.of(arguments[0]));
        final FakeLedgers ledgers = new FakeLedgers();
        final Participant participant = Participant.join(directory);
        final DirectoryController controller = new DirectoryController(
                new ControllerContext(new Registry(participant), ledgers));
        controller.start(SessionSettings.builder("one").build());
        controller.start(SessionSettings.builder("two").build());
        controller.enable("one", request(0x1), 0);
        final FakeProcess process = new FakeProcess(directory, SCHEMA);
        for (final SessionRow session : controller.rows()) {
            participant.files().createZeroed(directory.ledger(session.id(), participant.incarnation()), 1);
            participant.files().createZeroed(directory.ring(session.id(), participant.incarnation(), 0), 1);
        }
        process.applyRows();
        controller.enable("two", request(0x3), 0);
        controller.enable("one", request(0x2), 0);
        controller.disable("one", SCHEMA.id(), 0);
        controller.enable("one", request(0x3), 0);
        process.applyRows();
        stop(controller, process, "one");
        stop(controller, process, "two");
    }

    private static EnableRequest request(final long matchAny) {
        return EnableRequest.of("Orders", Enablement.of(4, matchAny, 0));
    }

    private static void stop(final DirectoryController controller, final FakeProcess process, final String name) {
        controller.stop(name, 0);
        process.applyRows();
        if (!controller.stop(name, TimeUnit.SECONDS.toNanos(5)).isComplete()) {
            throw new IllegalStateException("session does not end: name=" + name);
        }
    }
}
