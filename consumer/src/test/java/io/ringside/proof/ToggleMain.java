package io.ringside.proof;

import io.ringside.control.EnableRequest;
import io.ringside.control.Outcome;
import io.ringside.event.Level;
import io.ringside.internal.control.ControllerContext;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.drain.MappedLedgers;
import io.ringside.internal.drain.SinkReader;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.registry.Registry;
import io.ringside.reader.EventReader;
import io.ringside.reader.EventView;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import io.ringside.session.Enablement;
import io.ringside.session.LedgerTotals;
import io.ringside.session.SessionSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A controlling process: enables and disables a session of its own, drains it, ends it now and then and starts another.
 * Says on the {@link Board} what holds. Prints {@code toggled} and what its sessions' final ledgers come to.
 */
final class ToggleMain {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int TOGGLES_PER_SESSION = 25;

    private final TraceDirectory directory;
    private final DirectoryController controller;
    private final Board board;
    private final int number;
    private final Figures figures = new Figures();
    private String session = "";
    private Thread drain = new Thread();
    private long events;
    private long foreign;

    private ToggleMain(final TraceDirectory directory, final Participant participant, final Board board,
            final int number) {
        this.directory = directory;
        this.board = board;
        this.number = number;
        controller = new DirectoryController(new ControllerContext(new Registry(participant),
                new MappedLedgers(directory, participant.files(), SinkReader.NONE,
                        (path, reason) -> fail(path + ": " + reason))));
    }

    public static void main(final String[] arguments) throws IOException, InterruptedException {
        final Commands commands = Commands.read();
        final TraceDirectory directory = TraceDirectory.open(Path.of(arguments[0]));
        final int toggles = Integer.parseInt(arguments[3]);
        final Participant participant = Participant.join(directory);
        final ToggleMain main = new ToggleMain(directory, participant, Board.open(Path.of(arguments[1])),
                Integer.parseInt(arguments[2]));
        for (int toggle = 0; toggle < toggles; toggle++) {
            if (toggle % TOGGLES_PER_SESSION == 0) {
                main.startSession(toggle);
            }
            main.toggle((toggle % TOGGLES_PER_SESSION) % 2 == 0);
            if (toggle % TOGGLES_PER_SESSION == TOGGLES_PER_SESSION - 1 || toggle == toggles - 1) {
                main.endSession();
            }
        }
        Commands.say("toggled " + main.figures.add("events", main.events).add("foreign", main.foreign));
        commands.await("close");
        participant.close();
    }

    private void startSession(final int toggle) {
        session = "toggle-" + number + "-" + toggle;
        controller.start(SessionSettings.builder(session).lanes(8).laneBytes(64 * 1024).build());
        final EventReader consumer = EventReader.open(new ReaderContext().directory(directory.path()),
                Source.session(session));
        drain = new Thread(() -> {
            while (!consumer.isDone()) {
                if (consumer.poll(this::onEvent) == 0) {
                    LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(200));
                }
            }
            consumer.close();
        });
        drain.start();
        figures.add("sessions", 1);
    }

    private void onEvent(final EventView event) {
        events++;
        foreign += ToggleEvents.isWanted(event.eventIndex(), number) ? 0 : 1;
    }

    private void toggle(final boolean on) {
        final EnableRequest request = EnableRequest.of(ToggleEvents.PROVIDER,
                Enablement.of(Level.VERBOSE, ToggleEvents.keywords(number), 0));
        board.say(number, Board.State.CHANGING);
        final Outcome.Answers result = on
                ? controller.enable(session, request, TIMEOUT)
                : controller.disable(session, request.providerId(), TIMEOUT);
        if (!result.timedOut().isEmpty() || !result.refused().isEmpty()) {
            fail("not acknowledged: " + result);
        }
        board.say(number, on ? Board.State.ON : Board.State.OFF);
        figures.add("toggles", 1).add("acknowledged", result.acknowledged());
    }

    private void endSession() throws InterruptedException {
        board.say(number, Board.State.CHANGING);
        final Outcome.Stopped result = controller.stop(session, TIMEOUT);
        if (!result.isComplete() || !result.ledger().settled()) {
            fail("session does not end: " + result);
        }
        board.say(number, Board.State.OFF);
        drain.join();
        final LedgerTotals totals = result.ledger().totals();
        figures.add("wanted", totals.wanted()).add("delivered", totals.delivered())
                .add("lost", totals.lost().total())
                .add("other", totals.inRing() + totals.inFlight() + totals.overwritten());
    }

    private static void fail(final String reason) {
        Commands.say("failed " + reason);
        throw new IllegalStateException(reason);
    }
}
