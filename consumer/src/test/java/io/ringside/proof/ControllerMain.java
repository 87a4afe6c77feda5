package io.ringside.proof;

import io.ringside.control.EnableRequest;
import io.ringside.event.Level;
import io.ringside.internal.control.ControllerContext;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.drain.MappedLedgers;
import io.ringside.internal.drain.SinkReader;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.registry.Registry;
import io.ringside.session.Enablement;
import io.ringside.session.SessionSettings;
import java.nio.file.Path;
import java.time.Duration;

/** A process that starts, changes and stops sessions until it is killed. */
final class ControllerMain {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private ControllerMain() {}

    public static void main(final String[] arguments) {
        final Commands commands = Commands.read();
        final Participant participant = Participant.join(TraceDirectory.open(Path.of(arguments[0])));
        final String provider = arguments[1];
        final String prefix = arguments[2];
        final DirectoryController controller = new DirectoryController(new ControllerContext(new Registry(participant),
                new MappedLedgers(participant.directory(), participant.files(), SinkReader.NONE,
                        (path, reason) -> Commands.say("error " + path + ": " + reason))));
        for (int cycle = 0; !commands.isStopped(); cycle++) {
            final String name = prefix + cycle;
            controller.start(SessionSettings.builder(name).lanes(4).laneBytes(64 * 1024).build());
            controller.enable(name, request(provider, Level.INFORMATION), TIMEOUT);
            controller.enable(name, request(provider, Level.VERBOSE), TIMEOUT);
            final EnableRequest last = request(provider, Level.ERROR);
            controller.disable(name, last.providerId(), TIMEOUT);
            controller.enable(name, last, TIMEOUT);
            controller.stop(name, TIMEOUT);
        }
        participant.close();
    }

    private static EnableRequest request(final String provider, final int level) {
        return EnableRequest.of(provider, Enablement.of(level, 0, 0));
    }
}
