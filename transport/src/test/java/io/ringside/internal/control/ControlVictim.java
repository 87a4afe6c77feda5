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
import java.time.Duration;
import java.util.List;

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
        controller.enable("one", request(0x1), Duration.ZERO);
        final FakeProcess process = new FakeProcess(directory, SCHEMA);
        for (final SessionRow session : controller.rows()) {
            participant.files().createZeroed(directory.ledger(session.id(), participant.incarnation()), 1);
            participant.files().createZeroed(directory.ring(session.id(), participant.incarnation(), 0), 1);
        }
        process.applyRows();
        controller.enable("two", request(0x3), Duration.ZERO);
        controller.enable("one", request(0x2), Duration.ZERO);
        controller.disable("one", SCHEMA.id(), Duration.ZERO);
        controller.enable("one", request(0x3), Duration.ZERO);
        process.applyRows();
        stop(controller, process, "one");
        stop(controller, process, "two");
    }

    private static EnableRequest request(final long matchAny) {
        return EnableRequest.of("Orders", Enablement.of(4, matchAny, 0));
    }

    private static void stop(final DirectoryController controller, final FakeProcess process, final String name) {
        controller.stop(name, Duration.ZERO);
        process.applyRows();
        if (!controller.stop(name, Duration.ofSeconds(5)).isComplete()) {
            throw new IllegalStateException("session does not end: name=" + name);
        }
    }
}
