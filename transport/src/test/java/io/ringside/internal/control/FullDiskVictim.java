package io.ringside.internal.control;

import io.ringside.RingsideException;
import io.ringside.control.EnableRequest;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.registry.ProcessPage;
import io.ringside.internal.registry.Registry;
import io.ringside.session.Enablement;
import io.ringside.session.SessionSettings;
import java.nio.file.Path;
import java.time.Duration;

/** A process that can write no file of any length, and tells what each operation says to that. */
final class FullDiskVictim {
    private FullDiskVictim() {}

    public static void main(final String[] arguments) {
        final TraceDirectory directory = TraceDirectory.open(Path.of(arguments[0]));
        final Participant participant = Participant.join(directory);
        final DirectoryController controller = new DirectoryController(
                new ControllerContext(new Registry(participant), new FakeLedgers()));
        tell(() -> controller.start(SessionSettings.builder("another").build()));
        tell(() -> controller.enable("night", EnableRequest.of("Orders", Enablement.of(1, 0x2, 0)), Duration.ZERO));
        tell(() -> controller.disable("night", ControlVictim.SCHEMA.id(), Duration.ZERO));
        tell(() -> controller.stop("night", Duration.ZERO));
        tell(() -> ProcessPage.create(directory, participant.files(),
                ProcessIdentity.ofThisProcess(participant.incarnation())).close());
        tell(() -> participant.files().createZeroed(directory.path().resolve("zeros"), 1 << 20));
        participant.close();
    }

    private static void tell(final Runnable operation) {
        try {
            operation.run();
            System.out.println("done");
        } catch (final RingsideException e) {
            System.out.println(e.code());
        }
    }
}
